import Foundation

/// Finds the provider's endpoints. The descriptor takes precedence, and discovery runs only if a required value is
/// missing.
final class ServerMetadataSource: Sendable {
  /// The time for which a discovery document is used, in seconds.
  static let lifetime: TimeInterval = 3600
  static let policy = CachedDocument<DiscoveryDocument, Never>.Policy()

  let provider: ResolvedProvider
  private let discovered: CachedDocument<DiscoveryDocument, Never>

  /// - Parameters:
  ///   - firstCooldown: The minimum time between requests until the first document has been fetched.
  ///   - order: The order in which the URLs of the document are tried.
  init(
    provider: ResolvedProvider, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
    firstCooldown: TimeInterval = 0, order: DiscoveryOrder = .openIDConnect
  ) {
    var policy = Self.policy
    policy.firstCooldown = firstCooldown
    self.provider = provider
    discovered = CachedDocument(policy, now: now, countsAsOutage: \.isOutage) { () async throws(StepFailure) in
      (try await DiscoveryDocument.fetch(for: provider, transport: transport, order: order), Self.lifetime)
    }
  }

  /// Creates a source with the values of another client. Both share the discovery document.
  init(_ other: ServerMetadataSource, provider: ResolvedProvider) {
    (self.provider, discovered) = (provider, other.discovered)
  }

  /// Returns the URL of an endpoint.
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if neither the descriptor nor the discovery document
  ///   contains it.
  func url(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL {
    guard let url = try await optionalURL(endpoint, values) else {
      throw .configuration(.missingEndpoint(endpoint))
    }
    return url
  }

  /// Returns the URL of an endpoint, or `nil` if the provider doesn't have it.
  ///
  /// - Parameter values: The app's values with those of a sign-in or a response.
  func optionalURL(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL? {
    if let stated = stated(endpoint) { return try stated.url(values ?? provider.values) }
    guard let document = try await document() else { return nil }
    return try document.url(endpoint, prefersAlias: presentsCertificate(at: endpoint))
  }

  /// Returns the endpoint in the descriptor: its alias, if the client presents its certificate there.
  func stated(_ endpoint: Endpoint) -> StatedEndpoint? {
    (presentsCertificate(at: endpoint) ? provider.aliases[endpoint] : nil) ?? provider.endpoints[endpoint]
  }

  /// Whether the client presents its certificate at an endpoint: it authenticates with the certificate, or its tokens are
  /// bound to it (RFC 8705 §2, §3). Sends no request.
  func presentsCertificate(at endpoint: Endpoint) -> Bool {
    guard Endpoint.aliased.contains(endpoint) else { return false }
    let configuration = provider.configuration
    let stated: ProviderConfiguration.ClientAuthenticationMethod? =
      switch endpoint {
      case .deviceAuthorization: configuration.device.authentication
      case .backchannelAuthentication: configuration.backchannel.authentication
      case .revocation: configuration.revocation.authentication
      default: nil
      }
    let method = stated ?? preferred(of: configuration.client.authentication, at: endpoint)
    return configuration.client.certificateBoundTokens || method?.facts.place == .tls
  }

  /// Whether the server promises `iss` in callbacks (RFC 9207 §3), according to the descriptor or the discovery
  /// document. The document is fetched only if the sign-in needs it anyway.
  func promisesIssuerParameter() async throws(StepFailure) -> Bool {
    if let stated = provider.configuration.server.promisesIssuerParameter { return stated }
    let needed = try await documentOfSignIn()
    return needed?.promisesIssuerParameter ?? false
  }

  /// Checks that the server supports the code challenge of a sign-in, before the browser opens. The document is fetched
  /// only if the sign-in needs it anyway.
  ///
  /// - Throws: ``ConfigurationFailure/unsupportedCodeChallenge`` if the client sends S256 and the metadata lists only
  ///   other methods (RFC 7636 §4.2, RFC 8414 §2).
  func requireCodeChallengeMethod() async throws(StepFailure) {
    let configuration = provider.configuration
    guard configuration.pkce.method == .s256, configuration.authorization.responseType.includesCode else { return }
    let known = try await documentOfSignIn()
    guard known?.supportsS256 ?? true else { throw .configuration(.unsupportedCodeChallenge) }
  }

  /// Returns the URL to push authorization requests to, or `nil` if they go through the browser (RFC 9126 §5). The
  /// document is fetched only if the sign-in needs it anyway.
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if requests must be pushed, but the endpoint is unknown.
  func pushURL(_ values: TemplateValues) async throws(StepFailure) -> URL? {
    let configuration = provider.configuration
    let known = try await documentOfSignIn()
    let isDemanded = configuration.server.requiresPushedRequests ?? known?.requiresPushedRequests ?? false
    if isDemanded || configuration.authorization.alwaysPushes { return try await url(.pushedAuthorization, values) }
    guard configuration.authorization.par == .optional else { return nil }
    if let stated = stated(.pushedAuthorization) { return try stated.url(values) }
    return try known?.url(.pushedAuthorization, prefersAlias: presentsCertificate(at: .pushedAuthorization))
  }

  /// Returns the algorithms of request objects that the server supports, according to its metadata. It's empty if that's
  /// unknown. Sends no request.
  var requestObjectAlgorithms: [SignatureAlgorithm] {
    let listed = discovered.kept?.value.fields["request_object_signing_alg_values_supported"]?.array ?? []
    return listed.compactMap { $0.string.flatMap(SignatureAlgorithm.init) }
  }

  /// Returns the algorithms for signed authorization responses: those of the descriptor or the discovery document, or
  /// else those of ID tokens. HMAC isn't among them.
  func responseAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.server.authorizationAlgorithms
    let listed = stated.isEmpty ? try await document()?.responseAlgorithms : stated
    let algorithms: [SignatureAlgorithm]
    if let listed { algorithms = listed } else { algorithms = try await idTokenAlgorithms() }
    let allowed = algorithms.filter { !$0.isSymmetric }
    guard !allowed.isEmpty else { throw .configuration(.noAllowedAlgorithm) }
    return allowed
  }

  /// Returns the first of these methods that the server supports at an endpoint, or the first one if that's unknown.
  /// Sends no request.
  func preferred(
    of methods: [ProviderConfiguration.ClientAuthenticationMethod], at endpoint: Endpoint
  ) -> ProviderConfiguration.ClientAuthenticationMethod? {
    let document = discovered.kept?.value
    let (own, ofTokens) = (
      document?.authenticationMethods(at: endpoint) ?? [], document?.authenticationMethods(at: .token) ?? []
    )
    return methods.first(where: own.contains) ?? methods.first(where: ofTokens.contains) ?? methods.first
  }

  /// Returns the algorithms of assertions that the server supports at an endpoint, according to its metadata. It's empty if
  /// that's unknown. Sends no request.
  func assertionAlgorithms(at endpoint: Endpoint) -> [SignatureAlgorithm] {
    discovered.kept?.value.assertionAlgorithms(at: endpoint) ?? []
  }

  /// Returns the algorithm of a new session's key, or `nil` if the session is to have bearer tokens. The document is fetched only
  /// if the sign-in needs it anyway, or if it decides whether the client uses a key.
  ///
  /// - Throws: ``ConfigurationFailure/unsupportedProofAlgorithm`` if a key is required and the server supports none of the
  ///   algorithms.
  func sessionKeyAlgorithm() async throws(StepFailure) -> SignatureAlgorithm? {
    let rules = provider.configuration.client.dpop
    if rules.use == .none { return nil }
    let known = rules.use == .optional ? try await document() : try await documentOfSignIn()
    guard let offered = known?.proofAlgorithms else { return rules.use == .required ? rules.algorithms.first : nil }
    let algorithm = rules.algorithms.first(where: offered.contains)
    if algorithm == nil, rules.use == .required { throw .configuration(.unsupportedProofAlgorithm) }
    return algorithm
  }

  /// Returns the algorithms for ID tokens: those of the descriptor, or else those of the discovery document.
  func idTokenAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    let allowed = stated.isEmpty ? try await document()?.idTokenAlgorithms ?? [] : stated
    guard !allowed.isEmpty else { throw .configuration(.noAllowedAlgorithm) }
    return allowed
  }

  /// The setting for the algorithm of ID tokens in the provider's console, if the descriptor names it.
  var idTokenSetting: String? { provider.configuration.console.place(of: \.idTokenAlgorithm) }

  /// Returns the algorithms for signed userinfo: those of ID tokens, unless the discovery document lists others.
  func userInfoAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    guard stated.isEmpty, let offered = try await document()?.userInfoAlgorithms, !offered.isEmpty else {
      return try await idTokenAlgorithms()
    }
    return offered
  }

  /// The discovery document, if a sign-in needs it or the client already has it.
  func documentOfSignIn() async throws(StepFailure) -> DiscoveryDocument? {
    provider.signInNeedsDiscovery ? try await document() : discovered.kept?.value
  }

  /// The discovery document, if the client already has it.
  var known: DiscoveryDocument? { discovered.kept?.value }

  func document() async throws(StepFailure) -> DiscoveryDocument? {
    guard provider.configuration.discovery.mode == .runtime else { return nil }
    return try await discovered.value()
  }
}

extension StepFailure {
  /// Whether a document couldn't be fetched, as opposed to one that is wrong.
  fileprivate var isOutage: Bool {
    switch self {
    case .network, .response(.rateLimited), .response(.unexpectedStatus(500..., _)), .response(.notJSON): true
    // A success without a document, such as status 204.
    case .response(.unexpectedStatus(200..<300, _)): true
    default: false
    }
  }
}
