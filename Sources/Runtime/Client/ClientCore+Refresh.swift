import Foundation

extension ClientCore {
  /// Asks for new tokens. They are kept before the new ID token is verified: verifying may need the network, and the old
  /// refresh token may be dead already.
  func refresh(
    _ old: Credential, _ keep: @Sendable (Credential) async throws(StepFailure) -> Void
  ) async throws(StepFailure) -> Credential {
    let response = try await tokens.refresh(old, try values(for: old))
    var new = old
    new.take(response)
    let roles = new.accessToken.claimsOfJWT
    new.claims = new.claims?.replacing(accessToken: roles)
    guard let idToken = response.idToken, let verifier else { return new }
    try await keep(new)
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, maximumTokenAge: nil,
      subject: old.claims?.subject, previous: old.claims?.all, accessToken: new.accessToken)
    let verified = try await verifier.verify(idToken, expecting: expectation)
    new.claims = try verified.merged(under: old.claims, rules: configuration.userInfo, accessToken: roles)
    new.idToken = idToken
    return new
  }
}

extension Claims {
  /// Fresh claims; what only the sign-in brought, such as a callback's name, stays. So does the user's key: it is the same
  /// user, and data is filed under it.
  fileprivate func merged(
    under old: Claims?, rules: ProviderConfiguration.UserInfoRules, accessToken: [String: JSONValue]
  ) throws(StepFailure) -> Claims {
    var facts = UserFacts()
    // Where another place had the first word at sign-in, its facts are not overruled now.
    facts.add(.object(all), map: rules.sources.first == .idToken ? rules.map : [:])
    do {
      return try Claims(
        known: facts.all.merging(old?.all ?? [:]) { fresh, _ in fresh }, identity: old?.identity ?? facts.identity,
        accessToken: accessToken)
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
