import Foundation

// Checks that distinguish kinds of tokens that the same key signed (RFC 8725 §3.11).
extension TokenClaims {
  private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

  /// An ID token may have a nonce but no event, so neither passes for the other (OpenID Connect Back-Channel Logout 1.0
  /// §2.6).
  func checkIsLogoutToken() throws(TokenRejection) {
    guard all["nonce"] == nil else { throw .unexpectedClaim("nonce") }
    guard self["events"]?.object?[Self.logoutEvent]?.object != nil else { throw .unexpectedClaim("events") }
  }

  /// If the header doesn't identify an access token, claims of other tokens rule it out: hashes and a nonce belong to
  /// an ID token (OpenID Connect Core 1.0 §2), and events to a logout token or another security event (RFC 8417 §2.2).
  func checkIsAccessToken(_ rules: ProviderConfiguration.AccessTokenRules) throws(TokenRejection) {
    // Some servers copy the nonce. A check in their descriptor distinguishes their tokens.
    let foreign = ["at_hash", "c_hash", "s_hash", "events"] + (rules.kindChecks.isEmpty ? ["nonce"] : [])
    if let name = foreign.first(where: { all[$0] != nil }) { throw .unexpectedClaim(name) }
    if rules.kindChecks.isEmpty { try checkIsMarked(rules) }
  }

  func checkIsActive() throws(TokenRejection) {
    guard self["active"]?.bool == true else { throw .inactive }
  }

  /// Servers also report refresh tokens as active, and some servers report ID tokens (RFC 7662 §2.2).
  func checkIsAccessTokenType() throws(TokenRejection) {
    if self["token_use"]?.string == "refresh_token" { throw .unexpectedClaim("token_use") }
    switch self["token_type"]?.string?.lowercased() {
    case nil, "bearer", "access_token": break
    // RFC 9449 §6.2: the response names the key.
    case "dpop": guard self["cnf"]?.object?["jkt"] != nil else { throw .senderConstrained }
    default: throw .unexpectedClaim("token_type")
    }
  }

  /// The audience of an ID token is its client, and in the code flow it may lack hashes and a nonce. An access token
  /// with the same audience needs a claim that ID tokens lack: `jti`, which RFC 9068 §2.2 requires of access tokens, or
  /// scopes.
  private func checkIsMarked(_ rules: ProviderConfiguration.AccessTokenRules) throws(TokenRejection) {
    let audiences = audiences(at: rules.audience)
    let claims = JSONValue.object(all)
    guard let client = claims.select(rules.clientID)?.string ?? audiences.first,
      audiences.contains(where: client.isExactly)
    else { return }
    guard all["jti"] != nil || claims.select(rules.scopes) != nil else {
      throw .claim(.missingClaim("jti"))
    }
  }
}
