import AuthConfiguration

extension ProviderConfiguration.Variable: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(
      "kind", \.kind, requiredUnless: "values",
      doc: "The format of the value. A variable with `values` doesn't need it.", uses: [.generatedType])
    Row(
      "scope", .enumeration(["app", "request"]), doc: "Whether the app supplies the value once or for each sign-in.",
      uses: [.generatedType]
    ) { node, it in if node.text == "request" { it.source = .request } }
    Row("default", \.defaultValue, doc: "The value to use if the app doesn't supply one.")
    Row(
      "values", \.values, .namedWords, doc: "The only allowed values, unless `pattern` allows others.",
      formerly: "enum", uses: [.generatedType], as: \.words)
    Row("pattern", \.pattern, doc: "A regular expression that the whole value must match.")
    Row(
      "from", \.source, doc: "The source of a value that the server supplies: `callback.field` or `token.path`.",
      uses: [.generatedType])
    Row(
      "allow", \.allowedHosts,
      doc: "The allowed hosts of a value that the server supplies. `*.example.com` matches every subdomain.")
    Row("example", \.example, doc: "An example of a valid value.")
    Row.naming
    // The values of a list are known, so they only have to be safe in a path. Another check covers hosts.
    Row { node, it in if node["kind"] == nil { it.kind = .pathSegment } }
    Row { _, it in if it.example.isEmpty { it.example = it.defaultValue ?? it.values.first ?? "" } }
  }
}

extension ProviderConfiguration.Variable.Kind: DescribedEnumeration {}

extension ProviderConfiguration.Variable.Source: DescribedValue {
  static let shape = Shape.text

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.flatMap(Self.init(described:)) }

  /// Reads `callback.x` or `token.path`.
  init?(described text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "callback": self = .callback(parts[1])
    case "token": self = .token(parts[1])
    default: return nil
    }
  }

  var expression: SwiftExpression {
    switch self {
    case .app: .text(".app")
    case .request: .text(".request")
    case .callback(let name): .choice(".callback", name)
    case .token(let path): .choice(".token", path)
    }
  }
}

extension ProviderConfiguration.ServerMetadata: ConfigurationPart {
  static let shape = Shape.metadata(table.keys)

  static let table = KeyTable<Self> {
    endpoints
    Row(
      "mtls_endpoint_aliases", \.mutualTLSAliases,
      doc: "The endpoints for clients that present a certificate, by the names of the endpoints (RFC 8705 §5).",
      uses: [.url, .template(.url)])
    Row(
      issuerParameter, \.promisesIssuerParameter,
      doc: "Whether every callback contains its issuer. If so, a callback without `iss` is rejected (RFC 9207 §2.4).")
    Row(
      "require_pushed_authorization_requests", \.requiresPushedRequests,
      doc: "Whether the server accepts only pushed authorization requests (RFC 9126 §5).")
    Row(
      "backchannel_token_delivery_modes_supported", \.backchannelDeliveries,
      doc: "The ways in which the server delivers the tokens of CIBA (OpenID CIBA Core 1.0 §4). Clients only poll.")
    Row(
      "authorization_signing_alg_values_supported", \.authorizationAlgorithms, .list(responseAlgorithm),
      doc: "The algorithms of signed authorization responses (JARM §4). By default, those of ID tokens.")
    Row(\.issuerIsChosenAtRunTime)
  }

  /// The rows for the endpoints that a descriptor can contain.
  private static let endpoints = Endpoint.allCases.compactMap { endpoint in
    endpoint.facts.template.map {
      Row<Self>(endpoint.rawValue, $0, .text, uses: [.url, .template(endpoint.stage)])
    }
  }

  /// The client verifies responses with the server's published keys.
  private static let responseAlgorithm = Shape.enumeration(SignatureAlgorithm.asymmetric.map(\.rawValue))

  /// The metadata field that states whether callbacks contain their issuer (RFC 9207 §3).
  static let issuerParameter = "authorization_response_iss_parameter_supported"

  /// Endpoints in the IANA registry "OAuth Authorization Server Metadata" with names similar to those above.
  static let otherEndpointNames: Set<String> = [
    "check_session_iframe"
  ]
}

extension Endpoint {
  /// The stage of the flow at which the client sends requests to the endpoint.
  fileprivate var stage: TemplateStage {
    switch self {
    case .userInfo: .userInfo
    case .revocation: .session
    case .discovery, .authorization, .pushedAuthorization, .token, .keys, .endSession, .deviceAuthorization,
      .backchannelAuthentication, .authorizationChallenge, .introspection, .resource:
      .url
    case .registration: .registration
    }
  }
}

extension ProviderConfiguration.DiscoveryRules: ConfigurationPart {
  static let shape = Shape.either([.enumeration(["runtime", "none"]), .record(table.keys)])

  static let table = KeyTable<Self> {
    Row(
      "mode", \.mode, .enumeration(["runtime", "none", "pinned"]),
      doc: "Whether the client fetches metadata when needed, never, or uses a checked-in document.")
    Row(
      "url", \.url, .text, doc: "The URL of the document. For `pinned`, the path of a file relative to the descriptor.",
      uses: [.url, .template(.url)])
    Row(
      "issuer", \.issuer, .text, doc: "The issuer in the document, if it differs from the issuer in tokens.",
      uses: [.template(.url)])
    Row("remove", \.removed, doc: "Metadata fields of the document that are wrong and must be ignored.")
  }

  /// A pinned document is already part of `server`, so there is nothing to discover.
  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var rules = standard ?? Self()
    switch node["mode"]?.text ?? node.text {
    case "none" where node.entries == nil, "pinned": rules.mode = .none
    default: table.read(node, into: &rules)
    }
    return rules
  }
}

extension ProviderConfiguration.DiscoveryRules.Mode: DescribedEnumeration {}
