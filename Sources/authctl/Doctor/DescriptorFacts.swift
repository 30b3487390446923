import AuthDescriptor
import AuthRuntime

/// The parts of a descriptor that can be compared with a server. No other file here reads descriptors.
struct DescriptorFacts: Sendable {
  /// A URL of the descriptor, with its variables filled in.
  struct DescribedURL: Sendable {
    let name: String
    let value: String
    /// The URL as the descriptor spells it.
    let template: String
    let location: SourceLocation
  }

  let name: String
  /// The issuer, or `nil` for a plain OAuth 2.0 provider.
  let issuer: String?
  /// The URL of the discovery document, if it isn't below the issuer.
  let discoveryURL: String?
  /// The issuer in the document, if it differs from the issuer in tokens.
  let documentIssuer: String?
  /// All URLs under `server:`.
  let stated: [DescribedURL]
  /// The endpoints that a sign-in needs.
  let needed: [Endpoint]
  let usesDiscovery: Bool
  /// Whether the descriptor states the issuers of ID tokens, so that the one in the document doesn't matter.
  let statesTokenIssuers: Bool
  let pkce: ProviderConfiguration.PKCERules.Method
  let responseMode: ProviderConfiguration.ResponseMode
  let algorithms: [SignatureAlgorithm]
  let leeway: Duration
  let scopes: ProviderConfiguration.ScopeRules
  /// The methods of client authentication that a server can list. The descriptor language has more.
  let authentication: [String]
  let registersPublicClients: Bool
  let registersConfidentialClients: Bool
  let refreshes: Bool
  let revokes: Bool
  let logout: ProviderConfiguration.LogoutRules.Style
  private let loaded: LoadedDescriptor
  private let variables: [String: String]

  init(_ loaded: LoadedDescriptor, variables: [String: String]) throws(StepFailure) {
    let configuration = loaded.descriptor.configuration
    let resolved = try ResolvedProvider(configuration, variables: variables, clientID: "{client_id}")
    self.loaded = loaded
    let hosts = configuration.variables.filter { $0.kind == .host }
    self.variables = Dictionary(
      hosts.compactMap { variable in resolved.values.value(variable.name).map { (variable.name, $0) } }
    ) { first, _ in first }
    name = configuration.name
    issuer = resolved.issuer
    stated = try loaded.statedMetadata.map { metadata throws(StepFailure) in
      let value = try resolved.values.address(TextTemplate(metadata.text))
      return DescribedURL(name: metadata.name, value: value, template: metadata.text, location: metadata.location)
    }
    needed = configuration.neededEndpoints
    usesDiscovery = configuration.discovery.mode == .runtime
    statesTokenIssuers = configuration.idToken?.issuers.isEmpty == false
    discoveryURL = try configuration.discovery.url.map { url throws(StepFailure) in
      try resolved.values.address(url)
    }
    documentIssuer = try configuration.discovery.issuer.map { issuer throws(StepFailure) in
      try resolved.values.address(issuer)
    }
    algorithms = configuration.idToken?.algorithms ?? []
    leeway = configuration.idToken?.leeway ?? .seconds(60)
    scopes = configuration.scopes ?? ProviderConfiguration.ScopeRules()
    pkce = configuration.pkce.method
    responseMode = configuration.authorization.effectiveResponseMode
    authentication = configuration.client.authentication.filter { $0.facts.isRegistered && $0 != .none }.map(\.rawValue)
    registersPublicClients = loaded.descriptor.clientTypes.contains(.public)
    registersConfidentialClients = loaded.descriptor.clientTypes.contains(.confidential)
    refreshes = configuration.refresh != nil
    revokes = configuration.revocation.style != .none
    logout = configuration.logout.style
  }

  /// The location of a key, or of the nearest key above it.
  func location(_ path: String...) -> SourceLocation {
    loaded.location(of: path)
  }

  func stated(_ name: String) -> DescribedURL? {
    stated.first { $0.name == name }
  }

  /// A URL as the descriptor would write it, with variables instead of their values.
  func template(of url: String) -> String {
    let escaped = TextTemplate.escaped(url)
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      let prefix = "https://\(value)"
      guard escaped.hasPrefix(prefix) else { continue }
      let rest = escaped.dropFirst(prefix.count)
      if rest.isEmpty || rest.hasPrefix("/") { return "https://{\(name)}\(rest)" }
    }
    return escaped
  }
}

extension DescriptorFacts {
  /// The variables that an issuer determines, if the descriptor's issuer is a URL with a single variable.
  static func variables(of loaded: LoadedDescriptor, from issuer: String) -> [String: String] {
    let template = loaded.descriptor.configuration.server.issuer?.text ?? ""
    guard let open = template.firstIndex(of: "{"), let close = template.firstIndex(of: "}"), open < close else {
      return [:]
    }
    let name = String(template[open..<close].dropFirst())
    guard loaded.descriptor.variables.contains(where: { $0.name == name }) else { return [:] }
    // The comparison reports an extra or missing slash.
    let (before, after) = (template[..<open], template[close...].dropFirst().withoutSlash)
    guard !after.contains("{"), issuer.hasPrefix(before) else { return [:] }
    let rest = issuer.dropFirst(before.count).withoutSlash
    guard rest.hasSuffix(after), rest.count > after.count else { return [:] }
    return [name: String(rest.dropLast(after.count))]
  }
}

extension Substring {
  fileprivate var withoutSlash: Substring {
    hasSuffix("/") ? dropLast() : self
  }
}
