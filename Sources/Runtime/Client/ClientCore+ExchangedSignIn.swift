extension ClientCore {
  /// Exchanges a token from outside for the tokens of a new session, and verifies the user.
  func signIn(exchanging call: ExchangeCall) async throws(StepFailure) -> Credential {
    let plan = try ExchangePlan(call, configuration, provider.values)
    guard !plan.rules.needsSession else {
      throw .configuration(.invalidParameter(call.name, expected: "an exchange whose subject is external"))
    }
    let key = try await newSessionKey(isOnDevice: true)
    let response = try await response(to: plan, boundTo: key, of: nil, isSignIn: true)
    let variables = try variables(of: response, after: [:])
    var credential = Credential(response, claims: nil, scopes: plan.scopes, variables: variables)
    credential.sessionKey = response.isBoundToKey ? key : nil
    credential.claims = try await discardingOnFailure(credential) { () async throws(StepFailure) in
      try checkBinding(of: response)
      let verified = try await claims(of: response)
      let user = UserGathering(
        core: self, response: response, callback: [:], variables: variables, redirectURI: "",
        scope: plan.scopes.joined(separator: configuration.scopes?.delimiter ?? " "), key: credential.sessionKey)
      return try await user.claims(verified)
    }
    credential.idToken = try signed(credential.idToken)
    return credential
  }

  /// Verifies the ID token, if there is one. The request over TLS binds the response, so a nonce isn't needed.
  private func claims(of response: TokenResponse) async throws(StepFailure) -> Claims? {
    guard let rules = configuration.idToken, let verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !rules.required else { throw .idToken(.missingIDToken) }
      return nil
    }
    return try await verifier.verify(
      idToken, expecting: IDTokenVerifier.Expectation(accessToken: response.accessTokenOfIDToken))
  }
}
