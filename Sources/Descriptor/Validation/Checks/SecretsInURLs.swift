import AuthConfiguration

/// Secrets in a URL, which every server that handles the request may log (RFC 6750 §5.3).
enum SecretsInURLs {
  static func weaknesses(_ context: CheckContext) -> [SecurityChecks.WeakerProtection] {
    let inQuery = requests(context.configuration).filter(\.isInURL).compactMap { request in
      request.cause(context).map { cause in
        SecurityChecks.WeakerProtection(
          path: request.path, cause: cause,
          message: "secrets in a query appear in servers' logs (RFC 6750 §5.3)")
      }
    }
    let presented = presentations(context.configuration).map { path in
      SecurityChecks.WeakerProtection(
        path: path, cause: path + ["query"],
        message: "a token in a query appears in servers' logs (RFC 6750 §5.3)")
    }
    return inQuery + presented + addresses(context)
  }

  /// A request that the client sends itself, with its parameters.
  private struct Request {
    var path: [String]
    var method: ProviderConfiguration.Method
    var encoding: ProviderConfiguration.RequestEncoding
    /// Whether the request has the protocol's parameters, which contain a code, a token, or the client secret.
    var isProtocol: Bool
    var parameters: [String: TextTemplate]

    /// Whether the parameters are in the URL. A GET request doesn't have a body, regardless of the encoding.
    var isInURL: Bool { method == .get || encoding == .query }

    /// Returns the key that adds a secret to the request, if there is one.
    func cause(_ context: CheckContext) -> [String]? {
      if isProtocol { return path + [method == .get ? "method" : "encoding"] }
      let secret = parameters.sorted { $0.key < $1.key }.first {
        $0.value.placeholders.contains { isRevealed($0, context) }
      }
      return secret.map { path + ["parameters", $0.key] }
    }
  }

  private static func requests(_ configuration: ProviderConfiguration) -> [Request] {
    let token = configuration.token
    let userInfo = configuration.userInfo.request
    var requests = [
      Request(
        path: ["token"], method: token.method, encoding: token.encoding, isProtocol: true, parameters: token.parameters)
    ]
    if let then = token.secondExchange {
      requests.append(
        Request(
          path: ["token", "second_exchange"], method: then.method, encoding: then.encoding, isProtocol: false,
          parameters: then.parameters))
    }
    if let refresh = configuration.refresh {
      requests.append(
        Request(
          path: ["refresh"], method: refresh.method, encoding: refresh.encoding, isProtocol: true,
          parameters: refresh.parameters))
    }
    // A body replaces the parameters.
    if userInfo.body == nil {
      requests.append(
        Request(
          path: ["userinfo"], method: userInfo.method, encoding: userInfo.encoding, isProtocol: false,
          parameters: userInfo.parameters))
    }
    return requests + revocation(configuration) + registration(configuration)
  }

  private static func revocation(_ configuration: ProviderConfiguration) -> [Request] {
    let rules = configuration.revocation
    guard rules.style != .none else { return [] }
    let methods = rules.authentication.map { [$0] } ?? configuration.client.authentication
    let hasSecret = methods.contains { $0.facts.credential == .secret && $0.facts.place == .body }
    return [
      Request(
        path: ["revocation"], method: rules.method, encoding: rules.encoding,
        isProtocol: rules.presentation == nil || hasSecret, parameters: rules.parameters)
    ]
  }

  private static func registration(_ configuration: ProviderConfiguration) -> [Request] {
    let rules = configuration.client.registration
    guard rules.kind == .custom else { return [] }
    return [
      Request(
        path: ["client", "registration"], method: rules.method, encoding: rules.encoding, isProtocol: false,
        parameters: rules.parameters)
    ]
  }

  private static func presentations(_ configuration: ProviderConfiguration) -> [[String]] {
    let tokens = [
      (["userinfo", "token"], configuration.userInfo.request.token), (["api", "token"], configuration.resources.token),
      (["revocation", "token"], configuration.revocation.presentation ?? .none),
    ]
    return tokens.compactMap { path, token in if case .query = token { path } else { nil } }
  }

  /// Another rule checks the pages that the browser opens.
  private static let pages = Endpoint.pages.map { ["server", $0.rawValue] } + [["logout", "endpoint"]]

  private static func addresses(_ context: CheckContext) -> [SecurityChecks.WeakerProtection] {
    URLChecks.urls(context).filter { !pages.contains($0.path) }.flatMap { path, node in
      TextTemplate(node.text ?? "").placeholders.filter { isRevealed($0, context) }.map { name in
        SecurityChecks.WeakerProtection(
          path: path,
          message: "'{\(name)}' is secret, but URLs appear in servers' logs (RFC 6750 §5.3)")
      }
    }
  }

  /// Whether a value contains another one. A digest doesn't reveal it.
  static func reveals(_ secret: String, _ name: String, _ context: CheckContext, depth: Int) -> Bool {
    if name == secret { return true }
    guard depth < 8, name.hasPrefix("derive."),
      let value = context.configuration.derived[String(name.dropFirst(7))]?.expression
    else { return false }
    return value.shownNames.contains { reveals(secret, $0, context, depth: depth + 1) }
  }

  /// Whether a value reveals a secret. A digest doesn't, and only some members of a token response are tokens.
  private static func isRevealed(_ name: String, _ context: CheckContext) -> Bool {
    if name == "code" { return true }
    if name.hasPrefix("token.") { return name.dropFirst(6).lowercased().contains("token") }
    guard name.hasPrefix("derive."), let value = context.configuration.derived[String(name.dropFirst(7))]?.expression
    else { return SecurityChecks.isSecret(name, context, depth: 0) }
    return value.shownNames.contains { SecurityChecks.isSecret($0, context, depth: 0) }
  }
}

extension DerivedValue.Expression {
  /// The names of the values that the result reveals.
  fileprivate var shownNames: [String] {
    switch self {
    case .call(.sha256Hex, _), .call(.hmacSHA256Hex, _): []
    case .call(.sortedQuery, _), .template: names
    case .call(_, let arguments): arguments.flatMap(\.shownNames)
    }
  }
}
