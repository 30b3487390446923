import AuthConfiguration
import AuthDescriptor

extension ProviderFact {
  /// The format of the tokens, and their verification.
  static let tokens: [Self] = [
    .compared(.tokens, "ID token", idToken),
    .compared(.tokens, "Access token") { facts in
      if facts.configuration.accessToken.format == .jwt {
        return Value("JWT", "A JWT. An API verifies it with the public keys of \(facts.name).")
      }
      return Value(
        "opaque",
        facts.descriptor.canIntrospect
          ? "Opaque. An API verifies it by introspection."
          : "Opaque to clients. Your own API can't verify it with this descriptor.")
    },
    .detail(.tokens, "User") { facts in
      let sources = facts.configuration.userInfo.sources.map(\.words)
      return "The client reads the user from \(sources.joined(separator: ", then "))."
    },
    .detail(.tokens, "API requests") { facts in facts.configuration.resources.token.words },
  ]

  /// The requests that a client can send to the provider after the sign-in.
  static let endpoints: [Self] = [
    .compared(.endpoints, "Introspection") { facts in
      guard facts.descriptor.canIntrospect else {
        return Value("no", facts.descriptor.allowsIntrospection ? facts.noEndpoint : facts.notSupported)
      }
      return Value("yes", "Supported (RFC 7662)\(facts.condition(of: .introspection)).")
    },
    .compared(.endpoints, "Userinfo") { facts in
      facts.descriptor.hasUserInfo
        ? Value("yes", "Supported\(facts.condition(of: .userInfo)).") : Value("no", facts.noEndpoint)
    },
  ]

  @Sendable private static func idToken(_ facts: ClientFacts) -> Value {
    guard let rules = facts.configuration.idToken else {
      return Value("no", "None. This client uses OAuth 2.0 without OpenID Connect.")
    }
    let algorithms = rules.algorithms.map(\.rawValue)
    let names = algorithms.isEmpty ? "an algorithm from the server's metadata" : algorithms.inlineCode
    let presence = rules.required ? "A JWT" : "Optional, a JWT"
    var checks = ["the signature", "`iss`", "`aud`", "`exp`"] + rules.nonce.words
    checks += rules.checks.keys.sorted().map(TutorialProse.code)
    return Value(
      "JWT",
      "\(presence) signed with \(names). The client verifies \(checks.formattedList).")
  }
}

extension ProviderConfiguration.IDTokenRules.Nonce {
  fileprivate var words: [String] {
    switch self {
    case .exact: ["`nonce`"]
    case .exactOrSHA256: ["`nonce` or its SHA-256 digest"]
    case .optional: ["`nonce` if there is one"]
    case .none: []
    }
  }
}

extension ProviderConfiguration.UserInfoRules.Source {
  fileprivate var words: String {
    switch self {
    case .idToken: "the ID token"
    case .endpoint: "the userinfo endpoint"
    case .token: "the token response"
    case .callback(let parameter, _): "the callback's parameter \(TutorialProse.code(parameter))"
    }
  }
}

extension ProviderConfiguration.TokenPresentation {
  fileprivate var words: String? {
    switch self {
    case .bearer: "`Authorization: Bearer`"
    case .scheme(let scheme): TutorialProse.code("Authorization: \(scheme)")
    case .header(let name, _): "The header \(TutorialProse.code(name))"
    case .query(let name): "The query parameter \(TutorialProse.code(name)), which appears in server logs"
    case .none: nil
    }
  }
}

extension [String] {
  /// `a, b, and c`.
  var formattedList: String {
    guard count > 2, let last else { return joined(separator: " and ") }
    return dropLast().joined(separator: ", ") + ", and " + last
  }
}
