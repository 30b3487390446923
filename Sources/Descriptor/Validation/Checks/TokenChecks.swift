import AuthConfiguration

/// What belongs together in the answers of a token endpoint, and around it.
enum TokenChecks {
  /// Of several sets of tokens one is the session's.
  @Sendable static func sets(_ context: CheckContext) -> [Diagnostic] {
    let sets = context.configuration.token.response.sets
    let primary = sets.filter(\.isPrimary)
    if primary.count > 1 {
      let message = "'\(primary[0].name)' and '\(primary[1].name)' are both primary"
      return [
        context.finding(.names.nameConflict, message, at: "token", "response", "tokens", primary[1].name, "primary")
      ]
    }
    if sets.count > 1, primary.isEmpty {
      let message = "none of the token sets is 'primary'; the session would not know which is its own"
      return [context.finding(.language.missingKey, message, at: "token", "response", "tokens")]
    }
    return []
  }

  /// A way of the provider's own needs an address.
  @Sendable static func revocation(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.revocation
    let server = context.configuration.server
    if rules.style == .custom, rules.endpoint == nil, server.revocationEndpoint == nil {
      let message = "'revocation.style: custom' needs 'revocation.endpoint'"
      return [context.finding(.urls.missingEndpoint, message, at: "revocation", "style")]
    }
    guard rules.style == .rfc7009 else { return [] }
    let own = ["method", "endpoint", "token"].filter { key in
      context.tree.entry(at: ["revocation", key]).map { context.isOwn($0.location) } == true
    }
    return own.map { key in
      let message = "'revocation.\(key)' is for 'style: custom'; RFC 7009 leaves no choice"
      return context.finding(.values.withoutEffect, message, at: "revocation", key)
    }
  }

  /// `never` and a lifetime contradict one another.
  @Sendable static func expiry(_ context: CheckContext) -> [Diagnostic] {
    guard context.configuration.token.response.expires.neverExpires,
      context.configuration.lifetimes.accessToken != nil
    else { return [] }
    let message = "'lifetimes.access_token' and 'token.response.expires.default: never' contradict one another"
    return [context.finding(.values.withoutEffect, message, at: "lifetimes", "access_token")]
  }
}
