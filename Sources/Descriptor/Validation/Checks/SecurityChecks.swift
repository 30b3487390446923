import AuthConfiguration

/// The rules for protection that is weaker than the standards require. Some weaknesses need a reason, and others aren't
/// allowed.
enum SecurityChecks {
  /// Protection that is weaker than a standard requires.
  struct WeakerProtection {
    /// The key that the finding shows.
    var path: [String]
    /// The key that causes the weakness, if it's a different one.
    var cause: [String]?
    var message: String
  }

  /// Each weakness requires `provenance.reason`.
  @Sendable static func reasons(_ context: CheckContext) -> [Diagnostic] {
    weaknesses(context).filter { context.explanation("reason", of: $0.cause ?? $0.path) == nil }.map { weakness in
      Diagnostic(
        .security.weakWithoutReason, weakness.message, at: context.tree.location(of: weakness.path),
        note: "explain the reason in 'provenance.reason'; the documentation shows it")
    }
  }

  static func weaknesses(_ context: CheckContext) -> [WeakerProtection] {
    let configuration = context.configuration
    let pkce = context.tree[["pkce", "send"]] == nil ? ["pkce"] : ["pkce", "send"]
    var found: [WeakerProtection] = []
    switch configuration.pkce.method {
    case .s256: break
    case .plain:
      let message = "PKCE 'plain' reveals the verifier to anyone who sees the request (RFC 7636 §7.2)"
      found.append(WeakerProtection(path: ["pkce"], cause: pkce, message: message))
    case .none:
      let message = "without PKCE, a stolen code can be redeemed (RFC 9700 §2.1.1)"
      found.append(WeakerProtection(path: ["pkce"], cause: pkce, message: message))
    }
    if configuration.authorization.state == .none {
      let message = "without 'state', a callback can be forged (RFC 6749 §10.12)"
      found.append(WeakerProtection(path: ["authorize", "state"], message: message))
    }
    if configuration.idToken?.nonce == ProviderConfiguration.IDTokenRules.Nonce.none {
      let message = "without a nonce, an ID token can be replayed (OpenID Connect Core 1.0 §15.5.2)"
      found.append(WeakerProtection(path: ["id_token", "nonce"], message: message))
    }
    if configuration.idToken?.nonce == .optional {
      let message = "with an optional nonce, an ID token can be replayed (OpenID Connect Core 1.0 §15.5.2)"
      found.append(WeakerProtection(path: ["id_token", "nonce"], message: message))
    }
    if configuration.idToken?.otherAudiences == .allow {
      let message = "other audiences of an ID token can replay it (OpenID Connect Core 1.0 §3.1.3.7)"
      found.append(WeakerProtection(path: ["id_token", "other_audiences"], message: message))
    }
    if case .callback? = configuration.userInfo.sources.first, configuration.callback.signature == nil {
      let message = "the callback isn't signed, so a user could replace the ID in it; use another first source"
      found.append(WeakerProtection(path: ["userinfo", "source"], message: message))
    }
    let type = configuration.authorization.responseType
    if type.includesAccessToken || !type.includesCode {
      let message =
        "tokens in an authorization response can leak through the browser; avoid the implicit flow (RFC 9700 §2.1.2)"
      found.append(WeakerProtection(path: ["authorize", "response_type"], message: message))
    }
    let typePath = ["token", "response", "token_type"]
    // Plain OAuth 2.0 servers often omit it, so their family doesn't need a reason.
    let isFamily = context.tree.entry(at: typePath)?.location.file.fileStem == ExtendsResolver.rootFamily
    if configuration.idToken != nil, configuration.token.response.tokenType != .bearer, !isFamily {
      let message = "a response without the token type 'Bearer' may contain another kind of token (RFC 6749 §5.1)"
      found.append(WeakerProtection(path: typePath, message: message))
    }
    return found + SecretsInURLs.weaknesses(context)
  }

  /// A public client can only use PKCE to prove that a code is its own (RFC 8252 §8.1).
  @Sendable static func publicWithoutPKCE(_ context: CheckContext) -> [Diagnostic] {
    guard context.configuration.pkce.method == .none, context.descriptor.clientTypes.contains(.public) else {
      return []
    }
    let message = "a public client without PKCE can't prove that a code is its own (RFC 8252 §8.1)"
    return [context.finding(.security.publicWithoutPKCE, message, at: "pkce")]
  }

  /// A value that passes through the browser isn't secret anymore.
  @Sendable static func secretInBrowser(_ context: CheckContext) -> [Diagnostic] {
    let pages = Endpoint.pages.compactMap { context.tree[["server", $0.rawValue]] }
    let sent = TemplateStage.allCases.filter(\.isSentByBrowser).flatMap { context.strings(.template($0)) }.map(\.node)
    return (sent + pages).flatMap { node in
      TextTemplate(node.text ?? "").placeholders.filter { isSecret($0, context, depth: 0) }.map { name in
        let message = "'{\(name)}' is secret, but would be sent through the browser"
        return Diagnostic(.security.secretInBrowser, message, at: node.location)
      }
    }
  }

  static func isSecret(_ name: String, _ context: CheckContext, depth: Int) -> Bool {
    if ["client_secret", "access_token", "refresh_token", "code_verifier", "token"].contains(name) { return true }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, depth < 8 else { return false }
    switch parts[0] {
    case "settings": return context.configuration.client.settings.contains { $0.name == parts[1] && $0.isSecret }
    case "token": return true
    case "derive":
      let names = context.configuration.derived[parts[1]]?.expression?.names ?? []
      return names.contains { isSecret($0, context, depth: depth + 1) }
    default: return false
    }
  }

  /// Redeeming a code on another domain requires an explanation.
  @Sendable static func domains(_ context: CheckContext) -> [Diagnostic] {
    let server = context.configuration.server
    let endpoints = [Endpoint.authorization, .token]
    guard endpoints.contains(where: { context.explanation("domains", of: ["server", $0.rawValue]) == nil }),
      let (authorization, token) = differentDomains(endpoints.compactMap { server[$0] }, context)
    else { return [] }
    let message = "codes from \(authorization) are redeemed at \(token)"
    return [
      context.finding(
        .security.differentDomains, message, at: "server", Endpoint.token.rawValue,
        note: "explain the reason in 'provenance.domains'"
      )
    ]
  }

  /// Compares the domains for every combination of listed values.
  private static func differentDomains(_ urls: [TextTemplate], _ context: CheckContext) -> (String, String)? {
    let urls = urls.map { URLTemplateText($0.text) }
    guard urls.count == 2 else { return nil }
    let combinations = HostValues.combinations(in: urls, context) ?? []
    return combinations.lazy.compactMap { values -> (String, String)? in
      guard let first = domain(urls[0].authority(with: values)), let second = domain(urls[1].authority(with: values)),
        first != second
      else { return nil }
      return (first, second)
    }.first
  }

  /// Returns the registrable part of a host, or `nil` if a variable determines all of it. A variable label is kept, as in
  /// `{tenant}.github.io`, because the host is below that suffix for every value.
  private static func domain(_ authority: String) -> String? {
    let labels = authority.prefix { $0 != ":" }.split(separator: ".").map { $0.lowercased() }
    guard labels.count >= 2, let last = labels.last, !last.contains("}"), !last.allSatisfy(\.isNumber) else {
      return nil
    }
    return (PublicSuffixes.registrableDomain(of: labels) ?? labels).joined(separator: ".")
  }
}
