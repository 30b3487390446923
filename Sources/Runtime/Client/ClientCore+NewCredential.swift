extension ClientCore {
  /// Verifies the tokens of a sign-in that no browser on this machine took part in, and gathers the claims of the user. On a
  /// failure, the tokens are discarded.
  ///
  /// - Parameters:
  ///   - key: The key that the tokens may be bound to.
  ///   - scopes: The requested scopes.
  ///   - variables: The values of variables that the app passed.
  ///   - requiresIDToken: Whether the response must contain an ID token, if the provider issues them.
  ///   - expectation: The expectations for the ID token.
  func newCredential(
    from response: TokenResponse, boundTo key: SessionKey?, scopes: [String], variables: [String: String] = [:],
    requiresIDToken: Bool = false, expecting expectation: IDTokenVerifier.Expectation
  ) async throws(StepFailure) -> Credential {
    let variables = try self.variables(of: response, after: variables)
    var credential = Credential(response, claims: nil, scopes: scopes, variables: variables)
    credential.sessionKey = response.isBoundToKey ? key : nil
    credential.authSession = configuration.firstParty.authSession(in: response.all)
    let required = requiresIDToken || configuration.idToken?.required ?? false
    credential.claims = try await discardingOnFailure(credential) { () async throws(StepFailure) in
      try checkBinding(of: response)
      let verified = try await claims(of: response, isRequired: required, expectation)
      let user = UserGathering(
        core: self, response: response, callback: [:], variables: variables, redirectURI: "",
        scope: scopes.joined(separator: configuration.scopes?.delimiter ?? " "), key: credential.sessionKey)
      return try await user.claims(verified)
    }
    credential.idToken = try signed(credential.idToken)
    return credential
  }

  /// Verifies the ID token, if there is one. The code, the request, or the exchanged token binds the response. A nonce isn't
  /// used, because no browser on this device took part.
  private func claims(
    of response: TokenResponse, isRequired: Bool, _ expectation: IDTokenVerifier.Expectation
  ) async throws(StepFailure) -> Claims? {
    guard let verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !isRequired else { throw .idToken(.missingIDToken) }
      return nil
    }
    return try await verifier.verify(idToken, expecting: expectation)
  }
}
