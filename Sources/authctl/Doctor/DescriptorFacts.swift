import AuthDescriptor
import AuthRuntime

/// What a descriptor says, as far as it can be compared with a server. The only file here that reads descriptors.
struct DescriptorFacts: Sendable {
  /// A URL of the descriptor, its variables filled in.
  struct DescribedURL: Sendable {
    let name: String
    let value: String
    let location: SourceLocation
  }

  let name: String
  /// `nil` for a provider of plain OAuth 2.0.
  let issuer: String?
  /// Where the discovery document stands, if not below the issuer.
  let discoveryURL: String?
  /// What the document calls itself, if not as tokens do.
  let documentIssuer: String?
  /// Everything that `server:` says.
  let stated: [DescribedURL]
  /// The endpoints that a sign-in needs.
  let needed: [Endpoint]
  let usesDiscovery: Bool
  let pkce: ProviderConfiguration.PKCERules.Method
  let responseMode: ProviderConfiguration.ResponseMode
  let algorithms: [SignatureAlgorithm]
  let leeway: Duration
  let scopes: ProviderConfiguration.ScopeRules
  /// Ways to present a secret that a server can announce; the descriptor language knows others besides.
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
      return DescribedURL(name: metadata.name, value: value, location: metadata.location)
    }
    needed = configuration.neededEndpoints
    usesDiscovery = configuration.discovery.mode == .runtime
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

  /// Where a key stands, or the nearest one above it.
  func location(_ path: String...) -> SourceLocation {
    loaded.location(of: path)
  }

  func stated(_ name: String) -> DescribedURL? {
    stated.first { $0.name == name }
  }

  /// A URL as the descriptor would write it: with the variables in the place of their values.
  func template(of url: String) -> String {
    let escaped = url.replacing("{", with: "{{").replacing("}", with: "}}")
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
  /// Variables that follow from an issuer: where the descriptor's issuer is a URL with one hole, the value in its place.
  static func variables(of loaded: LoadedDescriptor, from issuer: String) -> [String: String] {
    let template = loaded.descriptor.configuration.server.issuer?.text ?? ""
    guard let open = template.firstIndex(of: "{"), let close = template.firstIndex(of: "}"), open < close else {
      return [:]
    }
    let name = String(template[open..<close].dropFirst())
    guard loaded.descriptor.variables.contains(where: { $0.name == name }) else { return [:] }
    // A slash too many or too few is for the comparison to find.
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
