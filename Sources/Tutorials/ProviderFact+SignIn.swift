import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension ProviderFact {
  /// How the browser is used.
  static let signIn: [Self] = [
    .compared(.signIn, "Flows") { facts in
      let flows = facts.descriptor.flows
      return Value(
        flows.compactMap(\.word).joined(separator: ", "), flows.map(\.rawValue).inlineCode)
    },
    .compared(.signIn, "PKCE") { facts in
      let rules = facts.configuration.pkce
      guard rules.method != .none else { return Value("no", facts.notSupported) }
      let challenge = "The client sends \(TutorialProse.code(rules.method.rawValue))."
      switch rules.support {
      case .required: return Value(rules.method.rawValue, "\(challenge) \(facts.name) requires PKCE.")
      case .supported where facts.descriptor.provenance.unverified.contains("pkce"):
        return Value(rules.method.rawValue, "\(challenge) No source says whether \(facts.name) checks it.")
      case .supported: return Value(rules.method.rawValue, "\(challenge) \(facts.name) checks it.")
      case .ignored: return Value("ignored", "\(challenge) \(facts.name) ignores it.")
      }
    },
    .detail(.signIn, "Response") { facts in
      let rules = facts.configuration.authorization
      return
        "\(TutorialProse.code(rules.responseType.rawValue)) in the \(rules.responsePlace.place)\(rules.hasSignedResponses ? ", signed" : "")"
    },
    .detail(.signIn, "State") { facts in
      switch facts.configuration.authorization.state {
      case .required: nil
      case .none: "\(facts.name) doesn't return `state`."
      case .redirectURI: "`state` is part of the redirect URI."
      }
    },
    .detail(.signIn, "Default scopes") { facts in
      guard let rules = facts.configuration.scopes else { return facts.notSupported }
      return rules.defaults.isEmpty ? "None" : rules.defaults.inlineCode
    },
    .detail(.signIn, "Unsupported parameters") { facts in
      let names = facts.configuration.authorization.omitted
      return names.isEmpty ? nil : names.inlineCode
    },
  ]

  /// How the client authenticates.
  static let client: [Self] = [
    .detail(.client, "ID") { TutorialProse.code($0.descriptor.id) },
    .compared(.client, "Code exchange") { facts in
      facts.client.isBackend
        ? Value("server", "Your own server, which keeps the secret") : Value("app", "The app itself")
    },
    .compared(.client, "Secret", secret),
    .detail(.client, "Client authentication", authentication),
  ]

  @Sendable private static func secret(_ facts: ClientFacts) -> Value {
    let client = facts.client
    if client.isSigned { return Value("no", "Not needed. Your own code signs the token request.") }
    let rules = facts.configuration.client
    if let jwt = rules.secretJWT, !facts.descriptor.clientTypes.contains(.public) {
      let algorithms = jwt.algorithms.map(\.rawValue).inlineCode
      let note = algorithms.isEmpty ? "" : " (\(algorithms))"
      return Value("key", "A private key\(note) signs a JWT that replaces the secret.")
    }
    if rules.authentication == [.privateKeyJWT] {
      return Value("key", "A private key signs a JWT that authenticates the client.")
    }
    if client.isBackend { return Value("yes", "Required, on your server only") }
    if client.secret.isRequired { return Value("yes", "Required") }
    return client.secret.isPossible ? Value("optional", "Optional") : Value("no", "Not needed")
  }

  @Sendable private static func authentication(_ facts: ClientFacts) -> String? {
    guard facts.descriptor.clientTypes.contains(.confidential) else {
      return "None: the client sends only its `client_id`."
    }
    return facts.configuration.client.authentication.map(\.rawValue).inlineCode
  }
}

extension ProviderDescriptor.Flow {
  /// The flow in a cell of the matrix. Refresh tokens have a column.
  fileprivate var word: String? {
    switch self {
    case .authorizationCode: "code"
    case .hybrid: "hybrid"
    case .implicit: "implicit"
    case .refreshToken: nil
    case .deviceCode: "device"
    case .ciba: "CIBA"
    case .firstParty: "first party (draft)"
    case .clientCredentials: "client credentials"
    case .jwtBearer: "service accounts"
    }
  }
}

extension ProviderConfiguration.ResponseMode {
  fileprivate var place: String {
    switch self {
    case .query, .queryJWT, .jwt: "callback's query"
    case .fragment, .fragmentJWT: "callback's fragment"
    case .formPost, .formPostJWT: "body of a `POST` request (`form_post`)"
    }
  }
}
