import Foundation

/// The rules about time. One leeway serves them all.
extension IDTokenChecks {
  private var tolerance: TimeInterval { rules.leeway.seconds }

  /// `exp` must lie ahead (rule 9).
  func checkExpiry() throws(IDTokenRejection) {
    guard let expiration = claims.expiration, expiration.addingTimeInterval(tolerance) > tokenTime else {
      throw .expired
    }
  }

  /// `iat` must not lie ahead, nor so far back that the token cannot be the answer to this sign-in (rule 10).
  func checkIssueTime(_ maximumAge: Duration?) throws(IDTokenRejection) {
    guard let issuedAt = claims.issuedAt, issuedAt.addingTimeInterval(-tolerance) <= tokenTime else {
      throw .notYetValid
    }
    guard let maximumAge else { return }
    guard issuedAt.addingTimeInterval(maximumAge.seconds + tolerance) >= tokenTime else { throw .issuedTooLongAgo }
  }

  /// `nbf` must not lie ahead (RFC 7519 §4.1.5).
  func checkNotBefore() throws(IDTokenRejection) {
    guard let notBefore = claims["nbf"] else { return }
    guard let date = Date(numericDate: notBefore) else {
      throw .claim(.wrongClaimType("nbf", expected: Date.claimExpectation))
    }
    guard date.addingTimeInterval(-tolerance) <= tokenTime else { throw .notYetValid }
  }

  /// Whoever asks for a `max_age` must look at `auth_time`, which then must be there (rule 13, and §3.1.2.1).
  func checkAuthenticationAge(_ maximumAge: Duration?) throws(IDTokenRejection) {
    guard let maximumAge else { return }
    guard let time = claims["auth_time"].flatMap(Date.init(numericDate:)),
      time.addingTimeInterval(maximumAge.seconds + tolerance) >= tokenTime
    else { throw .authenticationTooOld }
  }
}
