import AuthConfiguration

/// The rules for tokens that are bound to a key (RFC 9449).
enum DPoPChecks {
  /// An optional key is used only if the discovery document says so. Algorithms matter only if there is a key.
  @Sendable static func effects(_ context: CheckContext) -> [Diagnostic] {
    guard let entry = context.tree["client"]?.entry("dpop"), context.isOwn(entry.location) else { return [] }
    let rules = context.configuration.client.dpop
    if rules.use == .optional, context.configuration.discovery.mode != .runtime {
      let message =
        "'client.dpop: optional' has no effect, because the client doesn't read the server's metadata; "
        + "use 'required', or set 'discovery: runtime'"
      return [Diagnostic(.values.withoutEffect, message, at: entry.location)]
    }
    if rules.use == .none, context.tree[["client", "dpop", "algorithms"]] != nil {
      let message = "'client.dpop.algorithms' has no effect, because 'client.dpop.use' is 'none'"
      return [Diagnostic(.values.withoutEffect, message, at: entry.location)]
    }
    return []
  }

  /// No proof protects an access token that comes through the browser (RFC 9449 §5).
  @Sendable static func browserTokens(_ context: CheckContext) -> [Diagnostic] {
    let (rules, type) = (context.configuration.client.dpop, context.configuration.authorization.responseType)
    guard rules.use == .required, type.includesAccessToken, !type.includesCode else { return [] }
    let message =
      "'client.dpop: required' can't be met, because the response type '\(type.rawValue)' returns the access token through "
      + "the browser; use a response type with a code"
    return [context.finding(.values.withoutEffect, message, at: "client", "dpop")]
  }
}
