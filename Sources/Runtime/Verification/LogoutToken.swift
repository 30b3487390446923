import Foundation

/// A server's notification that a user's session has ended there (OpenID Connect Back-Channel Logout 1.0 §2.4).
public struct LogoutToken: Sendable, Hashable {
  /// The `sub` claim: the user to sign out. If ``sessionID`` is `nil`, all sessions of the user end.
  public let subject: String?
  /// The `sid` claim: the session to end.
  public let sessionID: String?
  /// The `jti` claim: the unique identifier of the token. Remember it until ``acceptedUntil``, and reject a second token
  /// with the same identifier (§2.6).
  public let id: String
  /// The `exp` claim: the time at which the token expires.
  public let expiration: Date
  /// The time until which the token is accepted: ``expiration`` and the tolerance for clocks that differ.
  public let acceptedUntil: Date
  /// All claims.
  public let claims: [String: JSONValue]
}

extension IDTokenVerifier {
  /// Verifies a logout token according to §2.6.
  ///
  /// - Throws: ``AuthFailure/logoutToken(_:)`` with the check that failed.
  func verifyLogoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    do throws(StepFailure) {
      let signed = try SignedToken(try decrypted(Secret(token), isRequired: false).reveal())
      try signed.checkIsLogoutToken()
      _ = try await signatures.check(signed)
      let claims = try signed.claims()
      try await check(claims) { claims throws(TokenRejection) in try claims.checkLogoutToken(self) }
      return try LogoutToken(verified: claims, leeway: rules.leeway)
    } catch {
      if case .idToken(let reason) = error { throw .logoutToken(reason) }
      throw error
    }
  }
}

extension LogoutToken {
  /// Reads claims that have passed the checks.
  fileprivate init(verified claims: [String: JSONValue], leeway: Duration) throws(StepFailure) {
    // A `sid` that can't be read must not end all sessions of the user.
    subject = try claims.text("sub")
    sessionID = try claims.text("sid")
    guard subject != nil || sessionID != nil else { throw .idToken(.claim(.missingClaim("sub"))) }
    guard let id = claims["jti"]?.string, !id.isEmpty else { throw .idToken(.claim(.missingClaim("jti"))) }
    guard let expiration = claims["exp"].flatMap(Date.init(numericDate:)) else {
      throw .idToken(.claim(.missingClaim("exp")))
    }
    self.id = id
    self.expiration = expiration
    acceptedUntil = expiration.addingTimeInterval(leeway.seconds)
    self.claims = claims
  }
}

extension [String: JSONValue] {
  /// Returns a claim that must be a string if it's present (OpenID Connect Core 1.0 §2, Back-Channel Logout 1.0 §2.4).
  fileprivate func text(_ name: String) throws(StepFailure) -> String? {
    guard let claim = self[name], claim != .null else { return nil }
    guard let text = claim.string else {
      throw .idToken(.claim(.wrongClaimType(name, expected: String.claimExpectation)))
    }
    return text
  }
}
