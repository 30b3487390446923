import AuthConfiguration

/// The rules for access tokens must make sense for an API.
enum AccessTokenChecks {
  @Sendable static func all(_ context: CheckContext) -> [Diagnostic] {
    algorithms(context) + selectors(context)
  }

  /// The key of an HMAC can also create tokens, but an API must only verify them.
  private static func algorithms(_ context: CheckContext) -> [Diagnostic] {
    let algorithms = context.configuration.accessToken.algorithms
    guard let algorithm = algorithms.first(where: { !$0.facts.uses.contains(.accessTokens) }) else { return [] }
    let message =
      "'\(algorithm.rawValue)' isn't allowed for access tokens, because an API that can verify it could also sign "
      + "tokens (RFC 9068 §4)"
    return [context.finding(.security.hmacWithoutSecret, message, at: "access_token", "algorithms")]
  }

  /// The values in a token are found by paths. Templates aren't allowed.
  private static func selectors(_ context: CheckContext) -> [Diagnostic] {
    context.strings(.tokenPaths).compactMap { _, node in
      let alternatives = Selector(node.text ?? "").alternatives
      let isTemplate = alternatives.contains { if case .template = $0 { true } else { false } }
      guard isTemplate else { return nil }
      let message = "expected paths, such as 'scope' or 'scope | scopes'"
      return Diagnostic(.language.invalidExpression, message, at: node.location)
    }
  }
}
