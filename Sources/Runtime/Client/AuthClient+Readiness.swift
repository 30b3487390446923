extension AuthClient {
  /// Checks that a sign-in can succeed. Call it when the app starts, or in a test of its configuration.
  ///
  /// It checks the configuration, the redirect, and the client's key, certificate, or secret, fetches the discovery document if a
  /// sign-in needs it, and fetches the keys of ID tokens. It opens no browser and sends no secret.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if no sign-in could succeed, and ``AuthFailure/network(_:endpoint:)`` or
  ///   ``AuthFailure/response(_:)`` if the server doesn't respond as expected.
  public func checkReadiness() async throws(Failure) {
    try await run { core throws(StepFailure) in
      try core.checkRedirect(core.resolved(redirect), AuthorizationParameters())
      try await core.checkReadiness(exchanges: core.configuration.client.exchange == .direct)
      try core.checkUnshared(
        core.resolved(redirect).key, issuerIsPromised: try await core.metadata.promisesIssuerParameter())
    }
  }

  /// Returns the server's endpoints and its discovery document.
  ///
  /// - Throws: ``AuthFailure/network(_:endpoint:)`` or ``AuthFailure/response(_:)`` if the document can't be fetched.
  public func metadata() async throws(Failure) -> DiscoveredMetadata {
    try await run { core throws(StepFailure) in try await core.metadata.all() }
  }
}

extension BackendExchange {
  /// Checks that this server can exchange codes. Call it when the server starts.
  ///
  /// It checks the configuration and the client's key, certificate, or secret, fetches the discovery document if a sign-in needs it, and fetches
  /// the keys of ID tokens. It sends no secret.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if no sign-in could succeed, and ``AuthFailure/network(_:endpoint:)`` or
  ///   ``AuthFailure/response(_:)`` if the provider doesn't respond as expected.
  public func checkReadiness() async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.checkReadiness(exchanges: true) }
  }

  /// Returns the endpoints of the provider's server and its discovery document.
  ///
  /// - Throws: ``AuthFailure/network(_:endpoint:)`` or ``AuthFailure/response(_:)`` if the document can't be fetched.
  public func metadata() async throws(Failure) -> DiscoveredMetadata {
    try await run { core throws(StepFailure) in try await core.metadata.all() }
  }
}

extension ClientCore {
  /// - Parameter exchanges: Whether this client exchanges codes itself, and so authenticates and verifies ID tokens.
  fileprivate func checkReadiness(exchanges: Bool) async throws(StepFailure) {
    let needed = exchanges ? configuration.requiredEndpoints.filter(failsWithout) : [.authorization]
    // If a sign-in supplies a part of an endpoint's URL, the URL isn't known yet.
    for endpoint in needed where metadata.stated(endpoint).map(isComplete) ?? true {
      _ = try await metadata.url(endpoint)
    }
    try await metadata.requireCodeChallengeMethod()
    if metadata.stated(.pushedAuthorization).map(isComplete) ?? true {
      _ = try await metadata.pushURL(provider.values)
    }
    if configuration.authorization.requestObject != .none { _ = try await requestSigner(provider.values) }
    if let responses {
      try await responses.checkReadiness()
      try await responses.signatures.keys.prepare()
    }
    guard exchanges else { return }
    // A client that registers itself gets its secret later.
    if registrar == nil { try await tokens.checkAuthentication() }
    guard configuration.idToken?.required == true, let verifier else { return }
    try await verifier.checkReadiness()
    let algorithms = try await metadata.idTokenAlgorithms()
    if algorithms.contains(where: { !$0.isSymmetric }) { try await verifier.signatures.keys.prepare() }
  }

  /// Whether a sign-in fails without this endpoint. If discovery doesn't find the userinfo endpoint, the ID token names
  /// the user.
  private func failsWithout(_ endpoint: Endpoint) -> Bool {
    endpoint != .userInfo || !configuration.userInfo.sources.contains(.idToken)
      || configuration.discovery.mode != .runtime
  }

  private func isComplete(_ stated: StatedEndpoint) -> Bool {
    stated.template.placeholders.allSatisfy { provider.values.value($0) != nil }
  }
}

extension TokenEndpoint {
  /// Makes the client's credential without sending it.
  ///
  /// - Throws: ``ConfigurationFailure/missingClientKey``, ``ConfigurationFailure/unusableKey(_:)``,
  ///   ``ConfigurationFailure/missingClientCertificate``, ``ConfigurationFailure/unusableClientCertificate``,
  ///   ``ConfigurationFailure/clientSecretTooShort(_:minimumBytes:)`` or ``ConfigurationFailure/missingClientSecret``.
  fileprivate func checkAuthentication() async throws(StepFailure) {
    let method = metadata.preferred(of: configuration.client.authentication, at: .token)
    _ = try await authentication.proof(
      by: method, provider.values.withFreshValues, audience: provider.issuer ?? configuration.id,
      offered: metadata.assertionAlgorithms(at: .token))
    _ = try transport(at: .token)
  }
}
