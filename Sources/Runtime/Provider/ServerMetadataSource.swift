import Foundation

/// Finds the provider's endpoints: what the descriptor states wins. Discovery runs only if something needed is missing.
final class ServerMetadataSource: Sendable {
  /// How long a discovery document is used.
  static let lifetime: TimeInterval = 3600
  static let policy = CachedDocument<DiscoveryDocument, Never>.Policy()

  let provider: ResolvedProvider
  private let discovered: CachedDocument<DiscoveryDocument, Never>

  /// - Parameter firstCooldown: While there is no document at all, the server is asked for it once in so long.
  init(
    provider: ResolvedProvider, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
    firstCooldown: TimeInterval = 0
  ) {
    var policy = Self.policy
    policy.firstCooldown = firstCooldown
    self.provider = provider
    discovered = CachedDocument(policy, now: now, countsAsOutage: \.isOutage) { () async throws(StepFailure) in
      (try await DiscoveryDocument.fetch(for: provider, transport: transport), Self.lifetime)
    }
  }

  /// The endpoint's URL.
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` when neither the descriptor nor discovery names it.
  func url(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL {
    guard let url = try await urlIfAny(endpoint, values) else {
      throw .configuration(.missingEndpoint(endpoint))
    }
    return url
  }

  /// The endpoint's URL, or `nil` when the provider has no such endpoint.
  ///
  /// - Parameter values: What a sign-in or a server has said beside the app's own values.
  func urlIfAny(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL? {
    if let stated = provider.endpoints[endpoint] {
      return try (values ?? provider.values).url(stated)
    }
    return try await document()?.url(endpoint)
  }

  /// Whether the server promised `iss` in callbacks (RFC 9207 §3): as stated, or as discovered. Its document is asked for
  /// where the rest of the sign-in cannot do without; for the promise alone nobody is asked.
  func promisesIssuerParameter() async throws(StepFailure) -> Bool {
    if let stated = provider.configuration.server.promisesIssuerParameter { return stated }
    let needed = provider.signInNeedsDiscovery ? try await document() : discovered.kept?.value
    return needed?.promisesIssuerParameter ?? false
  }

  /// Checks that the server accepts the code challenge of a sign-in, before the browser opens. Fetches the document only if
  /// the sign-in needs it anyway.
  ///
  /// - Throws: ``ConfigurationFailure/unsupportedCodeChallenge`` if the client sends S256 and the metadata lists other
  ///   methods only (RFC 7636 §4.2, RFC 8414 §2).
  func requireCodeChallengeMethod() async throws(StepFailure) {
    let configuration = provider.configuration
    guard configuration.pkce.method == .s256, configuration.authorization.responseType.bringsCode else { return }
    let known = provider.signInNeedsDiscovery ? try await document() : discovered.kept?.value
    guard known?.supportsS256 ?? true else { throw .configuration(.unsupportedCodeChallenge) }
  }

  /// The first of these ways that the server takes at an endpoint, or the first if it does not say. Asks nobody.
  func preferred(
    of methods: [ProviderConfiguration.ClientAuthenticationMethod], at endpoint: Endpoint
  ) -> ProviderConfiguration.ClientAuthenticationMethod? {
    let known = discovered.kept?.value.authenticationMethods(at: endpoint) ?? []
    return methods.first(where: known.contains) ?? methods.first
  }

  /// The algorithms that ID tokens may be signed with: the descriptor's, or those that discovery offers.
  func idTokenAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    let allowed = stated.isEmpty ? try await document()?.idTokenAlgorithms ?? [] : stated
    guard !allowed.isEmpty else { throw .configuration(.noAllowedAlgorithm) }
    return allowed
  }

  /// Where the provider's console has the algorithm of ID tokens, if the descriptor knows it.
  var idTokenSetting: String? { provider.configuration.console.place(of: \.idTokenAlgorithm) }

  /// The algorithms that userinfo may be signed with: those of ID tokens, unless discovery offers others for it.
  func userInfoAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    guard stated.isEmpty, let offered = try await document()?.userInfoAlgorithms, !offered.isEmpty else {
      return try await idTokenAlgorithms()
    }
    return offered
  }

  func document() async throws(StepFailure) -> DiscoveryDocument? {
    guard provider.configuration.discovery.mode == .runtime else { return nil }
    return try await discovered.value()
  }
}

extension StepFailure {
  /// Whether a page could not be had, as against one that says something wrong.
  fileprivate var isOutage: Bool {
    switch self {
    case .network, .response(.rateLimited), .response(.unexpectedStatus(500..., _)), .response(.notJSON): true
    // A success without a document, such as 204.
    case .response(.unexpectedStatus(200..<300, _)): true
    default: false
    }
  }
}
