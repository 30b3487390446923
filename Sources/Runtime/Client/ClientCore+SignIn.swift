import Foundation

extension ClientCore {
  /// Runs the authorization code flow with PKCE, state, and nonce, from the browser to a verified user (RFC 6749 §4.1,
  /// RFC 7636, OpenID Connect Core 1.0 §3.1). It stores nothing.
  func signIn(
    scopes: [String], parameters: AuthorizationParameters, redirect: Redirect, timeout: Duration
  ) async throws(StepFailure) -> Credential {
    try await checkReadiness(parameters)
    let key = try await newSessionKey(isOnDevice: true)
    let grant = try await authorize(
      scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout, key: key)
    return try await exchange(grant)
  }

  /// Checks for missing endpoints before the user signs in and the code is used.
  func checkReadiness(_ parameters: AuthorizationParameters) async throws(StepFailure) {
    let values = try provider.values(with: parameters.variables)
    let isKnown = configuration.server.tokenEndpoint?.placeholders.allSatisfy { values.value($0) != nil } ?? true
    if isKnown, configuration.authorization.responseType.includesCode { _ = try await metadata.url(.token, values) }
    if configuration.idToken?.required == true { try await verifier?.checkReadiness() }
    try await responses?.checkReadiness()
  }

  /// Opens the provider's page in the browser and waits for the callback.
  ///
  /// - Parameter key: The key to bind the code to, if this client exchanges the code itself.
  func authorize(
    scopes: [String], parameters: AuthorizationParameters, redirect: Redirect, timeout: Duration,
    key: SessionKey? = nil
  ) async throws(StepFailure) -> AuthorizationGrant {
    try await authorize(parameters: parameters, redirect: redirect, timeout: timeout) {
      (returnTo, endpoint) async throws(StepFailure) in
      try await self.request(
        redirectURI: returnTo, scopes: scopes, parameters: parameters, endpoint: endpoint, key: key)
    }
  }

  /// Opens a page of the provider in the browser and waits for the callback.
  ///
  /// - Parameter makeRequest: Makes the request, for the redirect URI and the URL of the page.
  func authorize(
    parameters: AuthorizationParameters, redirect: Redirect, timeout: Duration,
    requesting makeRequest: @escaping @Sendable (String, URL) async throws(StepFailure) -> AuthorizationRequest
  ) async throws(StepFailure) -> AuthorizationGrant {
    let redirect = resolved(redirect)
    try checkRedirect(redirect, parameters)
    let endpoint = try await authorizationEndpoint(parameters)
    let issuerIsPromised = try await metadata.promisesIssuerParameter()
    try checkUnshared(redirect.key, issuerIsPromised: issuerIsPromised)
    let trip = BrowserRoundTrip(
      redirect: redirect, purpose: .signIn, timeout: timeout, browser: environment.browser, pages: environment.pages,
      clock: environment.clock, delivered: delivered, loopback: configuration.client.callbacks.loopback,
      console: configuration.console)
    return try await trip.make { returnTo throws(StepFailure) in
      let request = try await makeRequest(returnTo, endpoint)
      let wait = CallbackWait(
        mode: self.configuration.authorization.responsePlace, errorName: self.configuration.callback.error,
        checking: { query throws(StepFailure) in
          try self.outcome(of: query, to: request, issuerIsPromised: issuerIsPromised)
        })
      return BrowserRoundTrip.Plan(url: request.url, wait: wait)
    }
  }

  /// Checks that the provider accepts the redirect for these parameters.
  func checkRedirect(_ redirect: Redirect, _ parameters: AuthorizationParameters) throws(StepFailure) {
    // If the app's own server receives the form post, it forwards the response to the app.
    let mode =
      configuration.client.exchange == .backend ? .query : configuration.authorization.responsePlace
    try redirect.validate(
      by: configuration.client.callbacks, mode: mode, groups: configuration.groups(parameters))
  }

  /// Returns the URL of the page to open, if the server supports the request's code challenge.
  func authorizationEndpoint(_ parameters: AuthorizationParameters) async throws(StepFailure) -> URL {
    let values = try provider.values(with: parameters.variables)
    let endpoint = try await metadata.url(.authorization, values)
    try await metadata.requireCodeChallengeMethod()
    try await metadata.requireDetailTypes(parameters.details)
    return endpoint
  }

  /// Reads the parameters of a callback, or the verified claims of a signed one. Hosts in them are checked before a
  /// request is sent to them.
  func grant(
    from fields: [String: String], to request: AuthorizationRequest, issuerIsPromised: Bool
  ) throws(StepFailure) -> AuthorizationGrant {
    let response = try AuthorizationResponse(
      fields, to: request, from: provider, issuerIsPromised: issuerIsPromised, now: environment.now())
    // Another issuer's client may have started to use this redirect URI while the user was in the browser.
    try checkUnshared(RedirectKey(request.redirectURI), issuerIsPromised: issuerIsPromised)
    var variables = request.variables
    for variable in provider.configuration.variables {
      guard case .callback(let name) = variable.source, let value = response.all[name] else { continue }
      guard variable.problem(with: value) == nil else { throw .callback(.unexpectedField(name)) }
      variables[variable.name] = value
    }
    return AuthorizationGrant(
      response, to: request, variables: variables, isSigned: provider.configuration.callback.signature != nil)
  }
}

extension ProviderConfiguration {
  /// The scopes to request in each group.
  fileprivate func groups(_ appParameters: AuthorizationParameters) -> [String: [String]] {
    let all = (scopes?.groups ?? []).map { ($0.name, appParameters.groups[$0.name] ?? $0.defaults) }
    return Dictionary(all) { first, _ in first }
  }
}
