import AuthConfiguration

extension ProviderConfiguration.Variable: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("kind", \.kind, required: true, doc: "What a value looks like.")
    Row("scope", .word(["app", "request"]), doc: "Whether the app says it once, or with every sign-in.") { node, it in
      if node.text == "request" { it.source = .request }
    }
    Row("default", \.defaultValue, doc: "The value when nobody says one.")
    Row("enum", \.values, .namedWords, doc: "The known values.", as: \.words)
    Row("pattern", \.pattern, doc: "A regular expression that the whole value matches.")
    Row("from", \.source, doc: "`callback.field` or `token.path`: the server says it.")
    Row("allow", \.allowedHosts, doc: "Hosts that a server may name; `*.example.com` stands for every host below.")
    Row("example", \.example, doc: "A value of the right shape.")
    Row.naming
    Row { _, it in if it.example.isEmpty { it.example = it.defaultValue ?? it.values.first ?? "" } }
  }
}

extension ProviderConfiguration.Variable.Kind: DescribedEnumeration {}

extension ProviderConfiguration.Variable.Source: DescribedValue {
  static let shape = Shape.text

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.flatMap(Self.init(described:)) }

  /// `callback.x` or `token.path`.
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
      issuerParameter, \.promisesIssuerParameter,
      doc: "Whether every callback names its issuer: one without `iss` is rejected then (RFC 9207 §2.4).")
    Row(\.issuerIsChosenAtRunTime)
  }

  /// A row for each endpoint that a descriptor can state.
  private static let endpoints = Endpoint.allCases.compactMap { endpoint in
    endpoint.facts.template.map {
      Row<Self>(endpoint.rawValue, $0, .text, uses: [.url, .template(endpoint.stage)])
    }
  }

  /// The promise that callbacks name their issuer (RFC 9207 §3).
  static let issuerParameter = "authorization_response_iss_parameter_supported"

  /// Endpoints in the IANA registry "OAuth Authorization Server Metadata" with names similar to those above.
  static let otherEndpointNames: Set<String> = [
    "backchannel_authentication_endpoint", "check_session_iframe", "pushed_authorization_request_endpoint",
    "registration_endpoint",
  ]
}

extension Endpoint {
  /// The stage of the flow at which a request goes there.
  fileprivate var stage: TemplateStage {
    switch self {
    case .userInfo: .userInfo
    case .revocation: .later
    default: .url
    }
  }
}

extension ProviderConfiguration.DiscoveryRules: ConfigurationPart {
  static let shape = Shape.either([.word(["runtime", "none"]), .record(table.keys)])

  static let table = KeyTable<Self> {
    Row(
      "mode", \.mode, .word(["runtime", "none", "pinned"]), doc: "When needed, never, or from a checked-in document.")
    Row(
      "url", \.url, .text, doc: "Where the document stands; for `pinned` a file beside the descriptor.",
      uses: [.url, .template(.url)])
    Row(
      "issuer", \.issuer, .text, doc: "The issuer as the document spells it, if not as tokens do.",
      uses: [.template(.url)])
    Row("remove", \.removed, doc: "Metadata of the document that is wrong.")
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
