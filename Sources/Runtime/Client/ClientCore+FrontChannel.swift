import Foundation

extension ClientCore {
  /// Verifies the ID token that arrived through the browser before the code is used. The front channel can be forged,
  /// so the hashes in the ID token must match the code and the access token (OpenID Connect Core 1.0 §3.2.2.11,
  /// §3.3.2.12).
  func frontChannelClaims(
    of grant: AuthorizationGrant, _ requested: [String: String]
  ) async throws(StepFailure) -> Claims? {
    guard provider.browserResponseIncludesIDToken else { return nil }
    guard let idToken = grant.idToken, let verifier else { throw .idToken(.missingIDToken) }
    // Only the nonce distinguishes this response from a replayed one (§3.2.2.1).
    guard verifier.rules.nonce == .none || grant.nonce != nil else { throw .idToken(.nonceMismatch) }
    let expectation = IDTokenVerifier.Expectation(
      nonce: grant.nonce, isFromBrowser: true, maximumAge: requested.maximumAge ?? grant.maximumAge,
      parameters: requested, accessToken: grant.accessToken, requiresAccessTokenHash: grant.accessToken != nil,
      code: grant.code, requiresCodeHash: grant.code != nil, state: grant.state)
    return try await verifier.verify(idToken, expecting: expectation)
  }

  /// Returns the credential of the implicit flow. All tokens came through the browser, and none can be refreshed.
  func implicitCredential(of grant: AuthorizationGrant, _ front: Claims?) async throws(StepFailure) -> Credential {
    guard let response = grant.tokens else {
      var credential = Credential(idTokenOf: grant, claims: front)
      credential.idToken = try signed(grant.idToken)
      return credential
    }
    // No proof protects a token that came through the browser.
    try checkBinding(of: response)
    let delimiter = configuration.scopes?.delimiter ?? " "
    let user = UserGathering(
      core: self, response: response, callback: grant.fields, variables: grant.variables,
      redirectURI: grant.redirectURI, scope: grant.scopes.joined(separator: delimiter))
    var credential = Credential(
      response, claims: try await user.claims(front), after: grant, variables: grant.variables)
    credential.refreshToken = nil
    credential.idToken = try signed(grant.idToken)
    return credential
  }

  /// Returns a verified ID token without its encryption. A session keeps it in this form, because a sign-out sends it as a
  /// hint, and the server can't decrypt what it encrypted for this client (OpenID Connect Core 1.0 §3.1.2.1).
  func signed(_ idToken: Secret?) throws(StepFailure) -> Secret? {
    guard let idToken, let verifier, verifier.rules.encryption != nil, EncryptedToken.isEncrypted(idToken.reveal())
    else { return idToken }
    return try verifier.decrypted(idToken)
  }
}
