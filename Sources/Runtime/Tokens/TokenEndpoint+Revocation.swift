import Foundation

extension TokenEndpoint {
  /// Revokes a token (RFC 7009 §2.1), or uses the provider's own alternative. A token that the server doesn't know
  /// counts as revoked (§2.2).
  func revoke(
    _ token: Secret, kind: ProviderConfiguration.RevocationRules.Token, at url: URL, _ values: TemplateValues
  ) async throws(StepFailure) {
    let rules = configuration.revocation
    let values = values.adding("token", token.reveal())
    var request = try await request(
      to: url, by: RequestRules(rules), Self.parameters(of: token, kind, by: rules), values, at: .revocation)
    if let presentation = rules.presentation { try request.present(token, as: presentation) }
    // A token that is already revoked isn't an error.
    request.isRepeatable = true
    let response = try await send(request)
    // The provider's rule for errors in token responses doesn't apply to this response.
    _ = try body(of: response, as: configuration.token.response, to: request)
  }

  /// Returns the `token` parameter, unless the token is sent elsewhere or the descriptor sets it.
  private static func parameters(
    of token: Secret, _ kind: ProviderConfiguration.RevocationRules.Token,
    by rules: ProviderConfiguration.RevocationRules
  ) -> [(String, String)] {
    let isNamed = rules.parameters.values.contains { $0.placeholders.contains("token") }
    guard rules.presentation == nil, !isNamed else { return [] }
    let hint = rules.style == .rfc7009 ? [("token_type_hint", kind.rawValue)] : []
    return [("token", token.reveal())] + hint
  }
}
