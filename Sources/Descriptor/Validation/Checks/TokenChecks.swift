import AuthConfiguration

/// The rules for a token endpoint's responses, and for revocation.
enum TokenChecks {
  /// If there are several sets of tokens, exactly one must be the session's.
  @Sendable static func sets(_ context: CheckContext) -> [Diagnostic] {
    let sets = context.configuration.token.response.sets
    let primary = sets.filter(\.isPrimary)
    if primary.count > 1 {
      let message = "only one token set can be 'primary', but '\(primary[0].name)' and '\(primary[1].name)' both are"
      return [
        context.finding(.names.nameConflict, message, at: "token", "response", "tokens", primary[1].name, "primary")
      ]
    }
    if sets.count > 1, primary.isEmpty {
      let message = "one of the token sets must be 'primary'; the session uses that one"
      return [context.finding(.language.missingKey, message, at: "token", "response", "tokens")]
    }
    return []
  }

  /// A custom protocol requires a URL.
  @Sendable static func revocation(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.revocation
    let server = context.configuration.server
    if rules.style == .custom, rules.endpoint == nil, server.revocationEndpoint == nil {
      let message = "'revocation.style: custom' requires 'revocation.endpoint'"
      return [context.finding(.urls.missingEndpoint, message, at: "revocation", "style")]
    }
    guard rules.style == .rfc7009 else { return [] }
    let own = ["method", "endpoint", "token"].filter { key in
      context.tree.entry(at: ["revocation", key]).map { context.isOwn($0.location) } == true
    }
    return own.map { key in
      let message = "'revocation.\(key)' requires 'style: custom'; RFC 7009 doesn't allow changes"
      return context.finding(.values.withoutEffect, message, at: "revocation", key)
    }
  }

  /// Without an access token, only an ID token is left, which a client without users ignores.
  @Sendable static func missingAccessToken(_ context: CheckContext) -> [Diagnostic] {
    guard !context.configuration.token.response.hasAccessToken else { return [] }
    if !context.descriptor.identifiesUser {
      let message =
        "'access_token: none' leaves nothing to a client with 'user: none', which neither calls an API nor reads ID tokens"
      return [Diagnostic(.values.withoutEffect, message, at: context.tree.location(of: ["access_token"]))]
    }
    guard context.descriptor.flows.contains(.clientCredentials) else { return [] }
    let message = "'access_token: none' contradicts the flow client_credentials, which returns only an access token"
    return [context.finding(.values.withoutEffect, message, at: "access_token")]
  }

  /// `never` and a lifetime contradict each other.
  @Sendable static func expiry(_ context: CheckContext) -> [Diagnostic] {
    guard context.configuration.token.response.expires.neverExpires,
      context.configuration.lifetimes.accessToken != nil
    else { return [] }
    let message = "'lifetimes.access_token' contradicts 'token.response.expires.default: never'; delete one of them"
    return [context.finding(.values.withoutEffect, message, at: "lifetimes", "access_token")]
  }
}
