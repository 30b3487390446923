extension ClientCore {
  /// Exchanges a token from outside for the tokens of a new session, and verifies the user.
  func signIn<Provider>(exchanging request: ExchangeRequest<Provider>) async throws(StepFailure) -> Credential {
    let plan = try ExchangePlan(request, configuration, provider.values)
    guard !plan.rules.needsSession else {
      throw .configuration(.invalidParameter(request.name, expected: "an exchange whose subject is external"))
    }
    let key = try await newSessionKey(isOnDevice: true)
    let response = try await response(to: plan, boundTo: key, of: nil, isSignIn: true)
    return try await newCredential(
      from: response, boundTo: key, scopes: plan.scopes,
      expecting: IDTokenVerifier.Expectation(accessToken: response.accessTokenOfIDToken))
  }
}
