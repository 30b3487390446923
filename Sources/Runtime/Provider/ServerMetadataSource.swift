import Foundation

/// Answers where an endpoint is: what the descriptor states wins, discovery runs only when something needed is missing.
actor ServerMetadataSource {
  /// How long a discovery document is used.
  static let lifetime: TimeInterval = 3600
  /// How long after it was fetched it still serves while the server cannot be asked.
  static let graceTime: TimeInterval = 86_400
  /// After it could not be had, an older one serves so long without asking again.
  static let cooldown: TimeInterval = 10

  private let provider: ResolvedProvider
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// While there is no document at all, the server is asked about it once in so long.
  private let firstCooldown: TimeInterval
  private let flight = SingleFlight<DiscoveryDocument>()
  private var fetched: (document: DiscoveryDocument, date: Date)?
  private var outage: (date: Date, failure: StepFailure)?

  init(
    provider: ResolvedProvider, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
    firstCooldown: TimeInterval = 0
  ) {
    self.provider = provider
    self.transport = transport
    self.now = now
    self.firstCooldown = firstCooldown
  }

  /// The endpoint's URL.
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` when neither the descriptor nor discovery names it.
  func url(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL {
    guard let url = try await urlIfAny(endpoint, values) else {
      throw .configuration(.missingEndpoint(endpoint.rawValue))
    }
    return url
  }

  /// The endpoint's URL, or `nil` when the provider has no such endpoint.
  ///
  /// - Parameter values: What a sign-in or a server has said beside the app's own values.
  func urlIfAny(_ endpoint: Endpoint, _ values: TemplateValues? = nil) async throws(StepFailure) -> URL? {
    if let stated = provider.endpoints[endpoint] {
      return try configured { () throws(ConfigurationFailure) in try (values ?? provider.values).url(stated) }
    }
    return try await document()?.url(endpoint)
  }

  /// Whether the server promised `iss` in callbacks (RFC 9207 §3): as stated, or as discovered. Its document is asked for
  /// where the rest of the sign-in cannot do without; for the promise alone nobody is asked.
  func promisesIssuerParameter() async throws(StepFailure) -> Bool {
    if let stated = provider.configuration.server.promisesIssuerParameter { return stated }
    let needed = provider.signInNeedsDiscovery ? try await document() : fetched?.document
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
    let known = provider.signInNeedsDiscovery ? try await document() : fetched?.document
    guard known?.supportsS256 ?? true else { throw .configuration(.unsupportedCodeChallenge) }
  }

  /// The first of these ways that the server takes at an endpoint, or the first if it does not say. Asks nobody.
  func preferred(
    of methods: [ProviderConfiguration.ClientAuthenticationMethod], at endpoint: Endpoint
  ) -> ProviderConfiguration.ClientAuthenticationMethod? {
    let known = fetched?.document.authenticationMethods(at: endpoint) ?? []
    return methods.first(where: known.contains) ?? methods.first
  }

  /// The algorithms that ID tokens may be signed with: the descriptor's, or those that discovery offers.
  nonisolated func idTokenAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    let allowed = stated.isEmpty ? try await document()?.idTokenAlgorithms ?? [] : stated
    guard !allowed.isEmpty else { throw .configuration(.noAllowedAlgorithm) }
    return allowed
  }

  /// Where the provider's console has the algorithm of ID tokens, if the descriptor knows it.
  nonisolated var idTokenSetting: String? { provider.configuration.console.place(of: \.idTokenAlgorithm) }

  /// The algorithms that userinfo may be signed with: those of ID tokens, unless discovery offers others for it.
  func userInfoAlgorithms() async throws(StepFailure) -> [SignatureAlgorithm] {
    let stated = provider.configuration.idToken?.algorithms ?? []
    guard stated.isEmpty, let offered = try await document()?.userInfoAlgorithms, !offered.isEmpty else {
      return try await idTokenAlgorithms()
    }
    return offered
  }

  private func document() async throws(StepFailure) -> DiscoveryDocument? {
    guard provider.configuration.discovery.mode == .runtime else { return nil }
    if let fetched, isWithin(Self.lifetime, since: fetched.date) { return fetched.document }
    guard let old = fetched, isWithin(Self.graceTime, since: old.date) else { return try await fetch() }
    if let outage, isWithin(Self.cooldown, since: outage.date) { return old.document }
    do throws(StepFailure) {
      return try await fetch()
    } catch {
      // An outage of one page must not end what works without it.
      guard error.isOutage else { throw error }
      return old.document
    }
  }

  private func isWithin(_ span: TimeInterval, since date: Date) -> Bool {
    (0..<span).contains(now().timeIntervalSince(date))
  }

  private func fetch() async throws(StepFailure) -> DiscoveryDocument {
    if let outage, isWithin(firstCooldown, since: outage.date) { throw outage.failure }
    return try await flight.value { () async throws(StepFailure) in try await self.load() }
  }

  /// Runs once for all who wait.
  private func load() async throws(StepFailure) -> DiscoveryDocument {
    do throws(StepFailure) {
      let document = try await DiscoveryDocument.fetch(for: provider, transport: transport)
      fetched = (document, now())
      outage = nil
      return document
    } catch {
      if error.isOutage { outage = (now(), error) }
      throw error
    }
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
