import Foundation

/// The members of a discovery document that this client uses (OpenID Connect Discovery 1.0 §3).
package struct DiscoveryDocument: Sendable {
  /// All members, without those that the configuration removes.
  let fields: [String: JSONValue]
  /// The listed endpoints. An invalid URL matters only if the endpoint is used: some servers list empty ones.
  private var endpoints: [Endpoint: Result<URL, StepFailure>]
  /// The endpoints in `mtls_endpoint_aliases` (RFC 8705 §5).
  private var aliases: [Endpoint: Result<URL, StepFailure>]
  /// The supported algorithms in `id_token_signing_alg_values_supported`, without HMAC, which only a descriptor can
  /// enable.
  var idTokenAlgorithms: [SignatureAlgorithm]
  /// The supported algorithms in `userinfo_signing_alg_values_supported`, without HMAC. It's empty if the server
  /// doesn't list them.
  var userInfoAlgorithms: [SignatureAlgorithm]
  /// `authorization_response_iss_parameter_supported` (RFC 9207 §3).
  var promisesIssuerParameter: Bool
  /// `require_pushed_authorization_requests` (RFC 9126 §5).
  var requiresPushedRequests: Bool { fields["require_pushed_authorization_requests"]?.bool ?? false }
  /// The supported algorithms in `authorization_signing_alg_values_supported` (JARM §4), without HMAC, or `nil` if the
  /// server doesn't list them.
  var responseAlgorithms: [SignatureAlgorithm]? {
    guard let listed = fields["authorization_signing_alg_values_supported"]?.array else { return nil }
    return SignatureAlgorithm.asymmetric.filter { listed.contains(.string($0.rawValue)) }
  }
  /// Whether `code_challenge_methods_supported` lists S256 (RFC 8414 §2). It's `true` if the server doesn't list any.
  var supportsS256: Bool
  /// The supported methods in `token_endpoint_auth_methods_supported` and in the same members of other endpoints (RFC
  /// 8414 §2). It's empty if the server doesn't list them.
  private var authenticationMethods: [Endpoint: [ProviderConfiguration.ClientAuthenticationMethod]]

  /// Returns the client's authentication methods at an endpoint. They're those of the token endpoint, unless the server
  /// lists others.
  func authenticationMethods(at endpoint: Endpoint) -> [ProviderConfiguration.ClientAuthenticationMethod] {
    let own = authenticationMethods[endpoint] ?? []
    return own.isEmpty ? authenticationMethods[.token] ?? [] : own
  }

  /// The supported algorithms in `token_endpoint_auth_signing_alg_values_supported`, or in the same member of another endpoint
  /// (RFC 8414 §2). It's empty if the server doesn't list them.
  func assertionAlgorithms(at endpoint: Endpoint) -> [SignatureAlgorithm] {
    let names = [endpoint, .token].lazy.compactMap {
      fields[$0.rawValue + "_auth_signing_alg_values_supported"]?.array
    }
    return (names.first ?? []).compactMap { $0.string.flatMap(SignatureAlgorithm.init) }
  }

  /// The supported algorithms in `dpop_signing_alg_values_supported` (RFC 9449 §5.1), or `nil` if the server doesn't list them.
  var proofAlgorithms: [SignatureAlgorithm]? {
    fields["dpop_signing_alg_values_supported"]?.array.map {
      $0.compactMap { $0.string.flatMap(SignatureAlgorithm.init) }
    }
  }

  /// Returns a listed endpoint, or `nil`.
  ///
  /// - Parameter prefersAlias: Whether the client presents a certificate, so that an alias is used if there is one.
  /// - Throws: ``AuthFailure/configuration(_:)`` if the URL is invalid or insecure.
  func url(_ endpoint: Endpoint, prefersAlias: Bool = false) throws(StepFailure) -> URL? {
    guard let announced = (prefersAlias ? aliases[endpoint] : nil) ?? endpoints[endpoint] else { return nil }
    return try announced.get()
  }

  /// Returns the URLs at which the document of an issuer may be, in the order in which clients try them: below the
  /// issuer (OpenID Connect Discovery 1.0 §4.1), before its path (RFC 8414 §3.1), and with the latter name below it, as
  /// on some servers.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if the issuer isn't a valid `https` URL, or `http` on a loopback
  ///   address, or if it has a query or a fragment.
  package static func locations(of issuer: String) throws(StepFailure) -> [URL] {
    try DiscoveryOrder.openIDConnect.locations(of: issuer)
  }

  /// Tries the URLs in order until one of them returns a document.
  ///
  /// - Throws: The first failure, if no URL returns a document. An outage or a wrong document ends the search.
  package static func first<Value>(
    of places: [URL], _ ask: (URL) async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    var absence: StepFailure?
    for place in places {
      do throws(StepFailure) {
        return try await ask(place)
      } catch {
        guard error.saysAbsent else { throw error }
        absence = absence ?? error
      }
    }
    throw absence ?? .configuration(.missingEndpoint(.discovery))
  }

  /// Fetches and reads the document.
  ///
  /// - Throws: ``AuthFailure/response(_:)`` if it isn't a document of exactly this issuer (§4.3).
  static func fetch(
    for provider: ResolvedProvider, transport: any HTTPTransport, order: DiscoveryOrder = .openIDConnect
  ) async throws(StepFailure) -> DiscoveryDocument {
    let (pages, issuer) = try places(of: provider, order)
    let fields = try await first(of: pages) { url throws(StepFailure) in
      try await transport.send(.published(at: url), to: .discovery).publishedObject(from: .discovery)
    }
    guard let named = fields["issuer"]?.string, named.isExactly(issuer) else {
      throw .response(.discoveryIssuerMismatch)
    }
    let removed = provider.configuration.discovery.removed
    return DiscoveryDocument(fields.filter { !removed.contains($0.key) }, of: issuer)
  }

  /// Returns the URLs at which the document may be, and the issuer that it must contain.
  private static func places(
    of provider: ResolvedProvider, _ order: DiscoveryOrder
  ) throws(StepFailure) -> ([URL], issuer: String) {
    let rules = provider.configuration.discovery
    let stated = try rules.issuer.map { template throws(StepFailure) in try provider.values.address(template) }
    guard let issuer = stated ?? provider.issuer else { throw .configuration(.missingEndpoint(.discovery)) }
    if let url = rules.url { return ([try provider.values.url(url)], issuer) }
    return (try order.locations(of: provider.issuer ?? issuer), issuer)
  }

  private init(_ fields: [String: JSONValue], of issuer: String) {
    self.fields = fields
    endpoints = Self.endpoints(Endpoint.announced, in: fields, of: issuer)
    aliases = Self.endpoints(Endpoint.aliased, in: fields["mtls_endpoint_aliases"]?.object ?? [:], of: issuer)
    // Without this member, the algorithm is RS256, the default of client registrations (OpenID Connect Registration
    // §2).
    let algorithms = fields["id_token_signing_alg_values_supported"]?.array ?? [.string("RS256")]
    idTokenAlgorithms = SignatureAlgorithm.asymmetric.filter { algorithms.contains(.string($0.rawValue)) }
    let forUserInfo = fields["userinfo_signing_alg_values_supported"]?.array ?? []
    userInfoAlgorithms = SignatureAlgorithm.asymmetric.filter { forUserInfo.contains(.string($0.rawValue)) }
    promisesIssuerParameter = fields["authorization_response_iss_parameter_supported"]?.bool ?? false
    supportsS256 =
      switch fields["code_challenge_methods_supported"] {
      case nil, .null?: true
      case let methods?: methods.array?.contains(.string("S256")) ?? false
      }
    authenticationMethods = [:]
    for endpoint in Endpoint.allCases where endpoint.facts.authenticatesClients {
      let methods = fields[endpoint.rawValue + "_auth_methods_supported"]?.array ?? []
      authenticationMethods[endpoint] = methods.compactMap {
        $0.string.flatMap(ProviderConfiguration.ClientAuthenticationMethod.init)
      }
    }
  }
}

extension DiscoveryDocument {
  private static func endpoints(
    _ all: [Endpoint], in fields: [String: JSONValue], of issuer: String
  ) -> [Endpoint: Result<URL, StepFailure>] {
    let listed = all.compactMap { endpoint in fields[endpoint.rawValue]?.string.map { (endpoint, $0) } }
    return Dictionary(uniqueKeysWithValues: listed).mapValues { text in
      Result { () throws(StepFailure) in try SecureURL.endpoint(text, namedBy: issuer) }
    }
  }
}

extension StepFailure {
  /// Whether the URL doesn't lead to a document: the response is an error page, a login page, or the same page as for
  /// every other URL.
  package var saysAbsent: Bool {
    switch self {
    case .response(.unexpectedStatus(let status, _)): (200..<300).contains(status) || (400..<500).contains(status)
    case .response(.notJSON), .response(.redirected): true
    default: false
    }
  }
}
