import Foundation

/// Sign-ins that the server continues in a browser (draft-ietf-oauth-first-party-apps §5.2.2.1.1).
extension FirstPartySignIn {
  /// Completes the sign-in in the browser. The browser gets the scopes and the provider's own parameters, but no value that the
  /// user entered in the app.
  ///
  /// - Parameter pushed: The request that the server has, or `nil` for a new one.
  func webCredential(_ pushed: PushedRequest?, _ app: App) async throws(StepFailure) -> Credential {
    let names = core.configuration.authorization.parameters.filter { $0.requests.contains(.authorization) }.map(\.name)
    var browserParameters = setup.parameters.filtered(names.contains)
    for pair in setup.demand?.parameters ?? [] { browserParameters.set(pair.name, pair.value) }
    let parameters = browserParameters
    guard let pushed, isUsable(pushed, app) else {
      return try await core.signIn(
        scopes: signIn.scopes, parameters: parameters, redirect: app.redirect, timeout: app.timeout)
    }
    let grant = try await core.authorize(parameters: parameters, redirect: app.redirect, timeout: app.timeout) {
      [core, signIn, oneTime, key] (returnTo, endpoint) throws(StepFailure) in
      let request = try AuthorizationRequest(
        provider: core.provider, redirectURI: returnTo, scopes: signIn.scopes, parameters: parameters,
        endpoint: endpoint, key: key, continuing: oneTime)
      let reference = [(name: "client_id", value: core.clientID), (name: "request_uri", value: pushed.uri)]
      return request.opening(endpoint, with: reference, of: core.provider, until: pushed.expiresAt)
    }
    guard let code = grant.code else { throw .callback(.missingCode) }
    let reply = try await tokens(for: code)
    switch reply.outcome {
    case .tokens(let response): return try await credential(from: response, isFromBrowser: true)
    case .rejected(let failure): throw failure
    case .demanded(_, let error): throw .server(AnyErrorCode(rawValue: error.code), error)
    // The browser was open already.
    case .web, .code, .accepted:
      throw .response(.missingField("access_token", endpoint: .token, status: reply.status))
    }
  }

  /// Whether the browser can return to the app after a request that has neither a redirect URI nor a response mode.
  private func isUsable(_ pushed: PushedRequest, _ app: App) -> Bool {
    let rules = core.configuration.authorization
    guard rules.usesChallengeRequest, rules.responsePlace == .query, !rules.hasSignedResponses,
      rules.state == .required, rules.placement == .query, core.configuration.firstParty.usesChallengeEndpoint
    else { return false }
    // The server doesn't know the port of a loopback redirect.
    guard case .delivered = core.resolved(app.redirect).kind else { return false }
    return pushed.expiresAt.map { core.environment.now() < $0 } ?? true
  }
}

extension ProviderConfiguration.AuthorizationRules {
  /// Whether an authorization request is the same as a challenge request.
  fileprivate var usesChallengeRequest: Bool { responseType.isCode && requestObject == .none }
}
