import Foundation

/// A server's word that a user's session there has ended (OpenID Connect Back-Channel Logout 1.0 §2.4).
public struct LogoutToken: Sendable, Hashable {
  /// `sub`: the user whose sessions end, all of them when there is no ``sessionID``.
  public let subject: String?
  /// `sid`: the one session that ends.
  public let sessionID: String?
  /// `jti`: unique. Whoever takes logout tokens from the network remembers them until ``expiration`` and rejects a second
  /// one (§2.6).
  public let id: String
  /// When the token ends (`exp`).
  public let expiration: Date
  /// Every claim.
  public let claims: [String: JSONValue]
}

extension IDTokenVerifier {
  /// Verifies a logout token by the rules of §2.6.
  ///
  /// - Throws: ``AuthFailure/logoutToken(_:)`` naming the rule that the token breaks.
  func verifyLogoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    do throws(StepFailure) {
      let signed = try SignedToken(token)
      try signed.checkIsLogoutToken()
      _ = try await signatures.check(signed)
      let claims = try signed.claims()
      try await check(claims, TokenCheck.logoutToken(self))
      return try LogoutToken(verified: claims)
    } catch {
      if case .idToken(let reason) = error { throw .logoutToken(reason) }
      throw error
    }
  }
}

extension LogoutToken {
  /// Reads claims that passed the checks.
  fileprivate init(verified claims: [String: JSONValue]) throws(StepFailure) {
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
    self.claims = claims
  }
}

extension [String: JSONValue] {
  /// A claim that is a string if it is present (OpenID Connect Core 1.0 §2, Back-Channel Logout 1.0 §2.4).
  fileprivate func text(_ name: String) throws(StepFailure) -> String? {
    guard let claim = self[name], claim != .null else { return nil }
    guard let text = claim.string else {
      throw .idToken(.claim(.wrongClaimType(name, expected: String.claimExpectation)))
    }
    return text
  }
}
