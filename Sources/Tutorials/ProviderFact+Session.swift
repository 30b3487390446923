import AuthConfiguration
import AuthDescriptor
import AuthGenerator

extension ProviderFact {
  /// How a session is renewed.
  static let session: [Self] = [
    .compared(.session, "Refresh tokens") { facts in
      facts.descriptor.canRefresh ? Value("yes", request(of: facts)) : Value("no", facts.notSupported)
    },
    .compared(.session, "Rotation") { facts in
      guard let rules = facts.configuration.refresh else { return Value("no", nil) }
      let describesReuse = facts.loaded.reuseOfRefreshTokens != nil
      return Value(
        rules.rotation.word, facts.program.rotation(of: rules, at: facts.name, describesReuse: describesReuse))
    },
    .detail(.session, "Reuse of an old token") { facts in
      facts.configuration.refresh == nil ? nil : facts.loaded.reuseOfRefreshTokens.map(TutorialProse.text)
    },
    .detail(.session, "Errors that end the session") { facts in
      facts.configuration.refresh.map(\.sessionEndingErrors.inlineCode)
    },
    .detail(.session, "Lifetime of access tokens") { facts in
      if facts.configuration.token.response.expires.neverExpires {
        return "Unlimited, unless the token response contains a lifetime"
      }
      return facts.configuration.lifetimes.accessToken.map {
        "\($0.inWords), unless the token response contains a lifetime"
      }
    },
  ]

  /// The effects of a sign-out at the provider.
  static let signOut: [Self] = [
    .compared(.signOut, "Browser sign-out") { facts in
      switch facts.configuration.logout.style {
      case .none: return Value("no", "\(facts.notSupported) The browser stays signed in.")
      case .custom: return Value("yes", "Supported, at a page of \(facts.name).")
      case .rpInitiated:
        return Value("yes", "Supported (OpenID Connect RP-Initiated Logout 1.0)\(facts.condition(of: .endSession)).")
      }
    },
    .compared(.signOut, "Revocation") { facts in
      let rules = facts.configuration.revocation
      guard facts.descriptor.canRevoke else {
        return Value("no", rules.style == .none ? facts.notSupported : facts.noEndpoint)
      }
      let condition = rules.endpoint == nil ? facts.condition(of: .revocation) : ""
      let standard = rules.style == .custom ? "The provider's own endpoint" : "RFC 7009"
      return Value(
        rules.tokens.map(\.word).joined(separator: ", "),
        "\(standard)\(condition). Accepted tokens: \(rules.tokens.map(\.rawValue).inlineCode).")
    },
  ]

  /// How an app gets a refresh token.
  private static func request(of facts: ClientFacts) -> String {
    if let scope = facts.configuration.scopes?.offline, facts.program.offlineScopes != nil {
      return "Request the scope \(TutorialProse.code(scope))."
    }
    if facts.client.parameters.contains(where: { $0.name == "offlineAccess" }) {
      return "Sign in with `offlineAccess: true`."
    }
    return "Supported. The sign-in needs no additional scope or parameter."
  }
}

extension ProviderConfiguration.RefreshRules.Rotation {
  fileprivate var word: String {
    switch self {
    case .rotate: "yes"
    case .none: "no"
    case .configurable: "setting"
    case .auto: "unknown"
    }
  }
}

extension ProviderConfiguration.RevocationRules.Token {
  fileprivate var word: String {
    switch self {
    case .refreshToken: "refresh"
    case .accessToken: "access"
    }
  }
}

extension Duration {
  /// The duration in its largest whole unit, such as `2 hours`.
  fileprivate var inWords: String {
    let seconds = components.seconds
    let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let unit = units.first { seconds >= $0.0 && seconds.isMultiple(of: $0.0) } ?? (1, "second")
    let count = seconds / unit.0
    return "\(count) \(unit.1)\(count == 1 ? "" : "s")"
  }
}
