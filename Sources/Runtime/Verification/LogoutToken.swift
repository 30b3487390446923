import Foundation

/// A server's word that a user's session there has ended (OpenID Connect Back-Channel Logout 1.0 §2.4).
public struct LogoutToken: Sendable, Hashable {
  /// `sub`: the user whose sessions end, all of them when there is no ``sessionID``.
  public let subject: String?
  /// `sid`: the one session that ends.
  public let sessionID: String?
  /// `jti`: unique. Whoever takes logout tokens from the network remembers them until ``expiration`` and refuses a second
  /// one (§2.6).
  public let id: String
  /// When the token ends (`exp`).
  public let expiration: Date
  /// Every claim.
  public let claims: [String: JSONValue]
}

extension IDTokenVerifier {
  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  /// Verifies a logout token by the rules of §2.6.
  ///
  /// - Throws: ``IDTokenRejection/logoutToken(_:)`` naming the rule that the token breaks.
  func verifyLogoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    do throws(StepFailure) { return try await logoutToken(token) } catch {
      if case .idToken(let reason) = error { throw .idToken(.logoutToken(reason)) }
      throw error
    }
  }

  private func logoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    let signed = try rejecting { () throws(IDTokenRejection) in try SignedToken(token) }
    try rejecting { () throws(IDTokenRejection) in try signed.checkIsLogoutToken() }
    _ = try await signatures.check(signed)
    let now = await clock.now
    return try rejecting { () throws(IDTokenRejection) in try logoutToken(signed, now: now) }
  }

  private func logoutToken(_ signed: SignedToken, now: Date) throws(IDTokenRejection) -> LogoutToken {
    let claims = try signed.claims()
    try checkSender(claims)
    let expiration = try checkTimes(claims, now: now)
    // An ID token has a nonce and no event; neither may pass for the other (§2.6, RFC 8725 §3.11).
    guard claims["nonce"] == nil else { throw .unexpectedClaim("nonce") }
    guard claims["events"]?.object?[Self.event]?.object != nil else { throw .unexpectedClaim("events") }
    // A `sid` that can't be read must not end all sessions of the user.
    let (subject, session) = (try text("sub", in: claims), try text("sid", in: claims))
    guard subject != nil || session != nil else { throw .claim(.missingClaim("sub")) }
    guard let id = claims["jti"]?.string, !id.isEmpty else { throw .claim(.missingClaim("jti")) }
    return LogoutToken(subject: subject, sessionID: session, id: id, expiration: expiration, claims: claims)
  }

  /// A claim that is a string if it is present (OpenID Connect Core 1.0 §2, Back-Channel Logout 1.0 §2.4).
  private func text(_ name: String, in claims: [String: JSONValue]) throws(IDTokenRejection) -> String? {
    guard let claim = claims[name], claim != .null else { return nil }
    guard let text = claim.string else { throw .claim(.wrongClaimType(name, expected: String.claimExpectation)) }
    return text
  }

  private func checkSender(_ claims: [String: JSONValue]) throws(IDTokenRejection) {
    guard provider.isIssuer(of: claims) else { throw .issuerMismatch }
    let audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string].compactMap { $0 }
    guard audiences.contains(where: provider.clientID.isExactly) else { throw .audienceMismatch }
  }

  private func checkTimes(_ claims: [String: JSONValue], now: Date) throws(IDTokenRejection) -> Date {
    let tolerance = rules.leeway.seconds
    guard let issuedAt = claims["iat"].flatMap(Date.init(numericDate:)) else { throw .claim(.missingClaim("iat")) }
    guard issuedAt.addingTimeInterval(-tolerance) <= now else { throw .notYetValid }
    guard let expiration = claims["exp"].flatMap(Date.init(numericDate:)) else { throw .claim(.missingClaim("exp")) }
    guard expiration.addingTimeInterval(tolerance) > now else { throw .expired }
    return expiration
  }
}
