import Foundation

// Checks of a token's times, all with the same leeway.
extension TokenClaims {
  /// `exp` must be in the future (RFC 7519 §4.1.4).
  ///
  /// - Parameter mayBePast: Whether only the claim's type matters.
  func checkExpiry(_ presence: Presence = .required, mayBePast: Bool = false) throws(TokenRejection) {
    guard let expiration = try date("exp", presence), !mayBePast else { return }
    guard expiration.addingTimeInterval(leeway) > now else { throw .expired }
  }

  /// `nbf` and `iat` must not be in the future (RFC 7519 §4.1.5 and §4.1.6).
  func checkNotInFuture(_ name: String, _ presence: Presence = .nullable) throws(TokenRejection) {
    guard let date = try date(name, presence) else { return }
    guard date.addingTimeInterval(-leeway) <= now else { throw .notYetValid }
  }

  /// `iat` must not be in the future, nor too old for the response to this sign-in (OpenID Connect Core 1.0 §3.1.3.7
  /// rule 10).
  func checkIssueTime(maximumAge: Duration?) throws(TokenRejection) {
    try checkNotInFuture("iat", .required)
    guard let maximumAge, let issued = try date("iat") else { return }
    guard issued.addingTimeInterval(maximumAge.seconds + leeway) >= now else { throw .issuedTooLongAgo }
  }

  /// After a request with `max_age`, `auth_time` must be present and recent enough (OpenID Connect Core 1.0 §3.1.3.7 rule 13
  /// and §3.1.2.1).
  func checkAuthenticationAge(_ maximumAge: Duration?) throws(TokenRejection) {
    guard let maximumAge else { return }
    guard let time = self["auth_time"].flatMap(Date.init(numericDate:)),
      time.addingTimeInterval(maximumAge.seconds + leeway) >= now
    else { throw .authenticationTooOld }
  }

  /// Returns a time, or `nil` if the claim is missing and isn't required.
  func date(_ name: String, _ presence: Presence = .nullable) throws(TokenRejection) -> Date? {
    guard let claim = self[name] else {
      if presence == .nullable || presence == .optional && all[name] == nil { return nil }
      throw .claim(.missingClaim(name))
    }
    guard let date = Date(numericDate: claim) else {
      throw .claim(.wrongClaimType(name, expected: Date.claimExpectation))
    }
    return date
  }
}
