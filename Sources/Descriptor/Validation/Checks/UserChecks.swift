import AuthConfiguration

/// The rules for the user's identity, which must be known and must not change.
enum UserChecks {
  /// Every source must exist.
  @Sendable static func sources(_ context: CheckContext) -> [Diagnostic] {
    guard context.descriptor.identifiesUser else { return [] }
    let texts = context.tree[["userinfo", "source"]]?.texts ?? []
    if context.configuration.userInfo.sources.isEmpty, texts.isEmpty {
      let message = "'userinfo.source' must not be empty; if the app only calls an API, write 'user: none'"
      return [context.finding(.values.emptyValues, message, at: "userinfo", "source")]
    }
    let fields = context.configuration.callback.fields.map(\.name)
    let unknown = texts.filter { ProviderConfiguration.UserInfoRules.Source(described: $0) == nil }.map { text in
      let message = "'\(text)' isn't a valid source; use userinfo, id_token, token, token.path, or callback.field"
      return context.finding(.language.unknownWord, message, at: "userinfo", "source")
    }
    let missing = context.configuration.userInfo.sources.compactMap { source -> Diagnostic? in
      switch source {
      case .idToken where context.configuration.idToken == nil:
        return context.finding(
          .security.userWithoutSource, "'id_token' can't be a source, because the provider doesn't issue ID tokens",
          at: "userinfo", "source")
      case .callback(let field, _) where !fields.contains(field):
        let suggestion = SpellingSuggestion.suggestion(for: field, among: fields)
        let message = "'callback.fields' doesn't contain '\(field)'\(suggestion)"
        return context.finding(.security.userWithoutSource, message, at: "userinfo", "source")
      case .callback(let field, let path)
      where path != "." && context.configuration.callback.fields.first { $0.name == field }?.kind != .json:
        let message = "'callback.\(field).\(path)' reads JSON, so 'callback.fields.\(field)' must have the type json"
        return context.finding(.security.userWithoutSource, message, at: "userinfo", "source")
      default: return nil
      }
    }
    return unknown + missing
  }

  /// Without an ID token, only the map can specify the claim that identifies the user.
  @Sendable static func identity(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    guard context.descriptor.identifiesUser, configuration.idToken?.required != true else { return [] }
    if let selector = configuration.userInfo.map["id"], !selector.isNone { return [] }
    let message = """
      'userinfo.map.id' is missing; it identifies the user. Add the path of the user's ID, add a 'userinfo.source' that \
      contains it, or write 'user: none' if the app only calls an API
      """
    return [context.finding(.security.userWithoutID, message, at: "userinfo", "map")]
  }

  /// Claims about the user appear in logs and on screens, so tokens and secrets aren't allowed.
  @Sendable static func maps(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.userInfo
    let maps = [rules.map] + rules.furtherRequests.map(\.map)
    return maps.flatMap { map in
      map.sorted { $0.key < $1.key }.compactMap { name, selector -> Diagnostic? in
        guard let secret = selector.members.first(where: isSecret) else { return nil }
        let message =
          "'userinfo.map.\(name)' reads '\(secret)', which is a token or a secret; use a claim about the user"
        return context.finding(.security.secretInUserInfo, message, at: "userinfo", "map", name)
      }
    }
  }

  private static func isSecret(_ member: String) -> Bool {
    let name = member.lowercased().filter { $0.isLetter }
    return ["token", "secret", "password", "apikey", "idtokenhint"].contains(where: name.hasSuffix)
      || ["code", "codeverifier", "devicecode", "clientassertion", "assertion"].contains(name)
  }

  /// The issuer must be known, and the audiences and algorithms must be valid.
  @Sendable static func idToken(_ context: CheckContext) -> [Diagnostic] {
    guard let rules = context.configuration.idToken else { return [] }
    var findings: [Diagnostic] = []
    if context.configuration.server.issuer == nil, rules.issuers.isEmpty {
      let message = "ID tokens require 'server.issuer' or 'id_token.issuer' for verification"
      findings.append(context.finding(.language.missingKey, message, at: "id_token"))
    }
    if context.tree[["id_token", "algorithms"]]?.list?.isEmpty == true {
      findings.append(
        context.finding(.values.emptyValues, "'id_token.algorithms' must not be empty", at: "id_token", "algorithms"))
    }
    if rules.audiences.isEmpty {
      findings.append(
        context.finding(.values.emptyValues, "'id_token.audience' must not be empty", at: "id_token", "audience"))
    }
    return findings + audiences(context) + secrets(context)
  }

  /// The key of an HMAC is the client secret, so clients without a secret couldn't verify it.
  private static func secrets(_ context: CheckContext) -> [Diagnostic] {
    let algorithms = context.configuration.idToken?.algorithms ?? []
    let types = context.descriptor.clientTypes
    // In addition to an algorithm with public keys, HMAC is allowed for clients with a secret.
    let serves = types.contains(.confidential) && (!types.contains(.public) || !algorithms.allSatisfy(\.isSymmetric))
    guard !serves, let algorithm = algorithms.first(where: \.isSymmetric) else { return [] }
    let message =
      "'\(algorithm.rawValue)' is verified with the client secret, but public clients don't have one (OpenID Connect "
      + "Core 1.0 §10.1)"
    return [context.finding(.security.hmacWithoutSecret, message, at: "id_token", "algorithms")]
  }

  private static func audiences(_ context: CheckContext) -> [Diagnostic] {
    let settings = context.configuration.client.settings.map { "settings.\($0.name)" }
    let texts = context.tree[["id_token", "audience"]]?.texts ?? []
    return texts.filter { $0.hasPrefix("settings.") && !settings.contains($0) }.map { text in
      let suggestion = SpellingSuggestion.suggestion(for: text, among: settings)
      return context.finding(
        .urls.undeclaredVariable, "'\(text)' isn't a setting\(suggestion)", at: "id_token", "audience")
    }
  }

  /// The source of a claim must be one that the client reads.
  @Sendable static func claims(_ context: CheckContext) -> [Diagnostic] {
    let claims = context.descriptor.claims.custom
    let sources = context.configuration.userInfo.sources
    let hasNamespace = context.tree[["claims", "namespace"]] != nil
    return claims.flatMap { claim -> [Diagnostic] in
      let path = ["claims", "custom", claim.swiftName]
      var findings: [Diagnostic] = []
      if claim.place == .userInfo, !sources.contains(.endpoint) {
        let message = "'\(claim.swiftName)' is in userinfo, which isn't in 'userinfo.source'"
        findings.append(Diagnostic(.security.userWithoutSource, message, at: context.tree.location(of: path + ["in"])))
      }
      if claim.claim.looksLikePath, let problem = FieldPath(claim.claim).problem {
        let message = "the claim '\(claim.claim)' isn't a valid name or path; \(problem)"
        findings.append(
          Diagnostic(.language.invalidExpression, message, at: context.tree.location(of: path + ["claim"])))
      }
      if context.tree[path + ["namespaced"]]?.flag == true, !hasNamespace {
        let message = "'\(claim.swiftName)' is namespaced, but 'claims.namespace' is missing"
        findings.append(Diagnostic(.language.missingKey, message, at: context.tree.location(of: path + ["namespaced"])))
      }
      return findings
    }
  }
}

extension Selector {
  /// The names of all members that the selector reads.
  fileprivate var members: [String] {
    let paths = alternatives.flatMap { alternative in
      switch alternative {
      case .path(let path): [path]
      case .template(let template): template.placeholders.map { FieldPath($0) }
      }
    }
    return paths.flatMap(\.alternatives).joined().compactMap { if case .member(let name) = $0 { name } else { nil } }
  }
}

extension String {
  /// Whether a claim looks like a path. A name may contain any character, such as the dots of a URL, but a bracket or
  /// two consecutive dots indicate a path.
  fileprivate var looksLikePath: Bool { !contains("://") && (contains("..") || contains("[") || contains("]")) }
}
