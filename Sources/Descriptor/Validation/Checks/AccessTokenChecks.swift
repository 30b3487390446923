import AuthConfiguration

/// What an API is told about access tokens must make sense to it.
enum AccessTokenChecks {
  @Sendable static func all(_ context: CheckContext) -> [Diagnostic] {
    algorithms(context) + selectors(context)
  }

  /// Whoever has the key of an HMAC can make tokens with it, and an API only has to check them.
  private static func algorithms(_ context: CheckContext) -> [Diagnostic] {
    let algorithms = context.configuration.accessToken.algorithms
    guard let algorithm = algorithms.first(where: { !$0.facts.uses.contains(.accessTokens) }) else { return [] }
    let message =
      "'\(algorithm.rawValue)' is verified with a secret, with which an API could sign as well (RFC 9068 §4)"
    return [context.finding(.security.hmacWithoutSecret, message, at: "access_token", "algorithms")]
  }

  /// What stands in a token is found by paths; nothing is put together.
  private static func selectors(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.accessToken
    let all: [(String, Selector?)] = [
      ("audience", rules.audience), ("scopes", rules.scopes), ("permissions", rules.permissions),
      ("roles", rules.roles), ("organization", rules.organization),
    ]
    return all.compactMap { name, selector in
      let isTemplate = selector?.alternatives.contains { if case .template = $0 { true } else { false } } ?? false
      guard isTemplate else { return nil }
      let message = "expected paths, such as 'scope' or 'scope | scopes'"
      return context.finding(.language.invalidExpression, message, at: "access_token", name)
    }
  }
}
