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
    guard let idToken = response.idToken, let verifier else { return new }
    try await keep(new)
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, subject: old.claims?.subject)
    let verified = try await verifier.verify(idToken, expecting: expectation)
    new.claims = try verified.merged(under: old.claims, map: configuration.userInfo.map, accessToken: new.accessToken)
    new.idToken = idToken
    return new
  }
}

extension Claims {
  /// Fresh claims; what only the sign-in brought, such as a callback's name, stays.
  fileprivate func merged(
    under old: Claims?, map: [String: Selector], accessToken: Secret
  ) throws(StepFailure) -> Claims {
    var facts = UserFacts()
    facts.add(.object(all), map: map)
    do {
      return try Claims(
        known: facts.all.merging(old?.all ?? [:]) { fresh, _ in fresh }, identity: facts.identity ?? old?.identity,
        accessToken: accessToken.claimsOfJWT)
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
