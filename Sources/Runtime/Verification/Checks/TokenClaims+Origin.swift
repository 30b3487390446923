// Checks of the token's issuer, audience, and user.
extension TokenClaims {
  func checkIssuer(_ presence: Presence = .required) throws(TokenRejection) {
    if presence == .optional, all["iss"] == nil { return }
    guard provider.isIssuer(of: all) else { throw .issuerMismatch }
  }

  /// The issuer must be that of the ID token that the browser delivered (OpenID Connect Core 1.0 §3.3.3.6).
  func checkSameIssuer(as issuer: String?) throws(TokenRejection) {
    guard let issuer else { return }
    guard self["iss"]?.string?.isExactly(issuer) ?? false else { throw .issuerMismatch }
  }

  /// `aud` must name this client (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
  func checkAudience(of client: TokenAudiences, _ presence: Presence = .required) throws(TokenRejection) {
    if presence == .optional, all["aud"] == nil { return }
    guard audiences.contains(where: client.isThisClient) else { throw .audienceMismatch }
  }

  /// The access token must be meant for this API (RFC 9068 §4).
  func checkAudience(of api: [String], at selector: Selector) throws(TokenRejection) {
    let names = audiences(at: selector)
    guard api.contains(where: { names.contains(where: $0.isExactly) }) else { throw .audienceMismatch }
  }

  /// Rejects audiences that the descriptor doesn't trust, because they could have requested the token to replay it here
  /// (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
  func checkOtherAudiences(
    _ rule: ProviderConfiguration.IDTokenRules.OtherAudiences, trustedBy client: TokenAudiences
  ) throws(TokenRejection) {
    guard rule == .reject, let other = audiences.first(where: { !client.isListed($0) }) else { return }
    throw .untrustedAudience(other)
  }

  /// `azp` must name this client if it is present, and must be present if `aud` has several audiences (OpenID Connect
  /// Core 1.0 §3.1.3.7 rules 4 and 5). An audience that the descriptor trusts isn't the client that requested the
  /// token.
  func checkAuthorizedParty(_ client: TokenAudiences) throws(TokenRejection) {
    guard let claim = self["azp"] else {
      guard audiences.count == 1 else { throw .audienceMismatch }
      return
    }
    guard let party = claim.string, client.isThisClient(party) else { throw .audienceMismatch }
  }

  /// After a refresh the token must name the same user (OpenID Connect Core 1.0 §12.2).
  func checkSubject(_ subject: String?) throws(TokenRejection) {
    guard let subject else { return }
    guard self["sub"].flatMap(String.init(claim:))?.isExactly(subject) ?? false else { throw .subjectChanged }
  }

  func audiences(at selector: Selector) -> [String] { JSONValue.object(all).select(selector)?.names ?? [] }
}
