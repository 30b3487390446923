import Foundation

extension TokenEndpoint {
  /// Makes the server forget a token (RFC 7009 §2.1), or does what the provider has for it. A token that the server does
  /// not know is a success (§2.2).
  func revoke(
    _ token: Secret, kind: ProviderConfiguration.RevocationRules.Token, at url: URL, _ values: TemplateValues
  ) async throws(StepFailure) {
    let rules = configuration.revocation
    let values = values.adding("token", token.reveal())
    var request = try await request(
      to: url, rules.method, rules.encoding, Self.parameters(of: token, kind, by: rules), rules.parameters,
      rules.headers, values, by: rules.authentication, at: .revocation,
      isAuthenticated: rules.authentication != .some(.none))
    if let presentation = rules.presentation { try request.present(token, as: presentation) }
    // A token that is gone already is a success.
    request.isRepeatable = true
    let answer = try await send(request)
    let format = configuration.token.response
    let body = answer.content(as: format)
    // What an error among tokens looks like says nothing about an answer that holds none.
    if let error = serverError(answer, body, ProviderConfiguration.ErrorRule(), to: request) {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    try answer.requireSuccess(of: .revocation)
  }

  /// The token as `token`, unless it travels elsewhere or the descriptor names it itself.
  private static func parameters(
    of token: Secret, _ kind: ProviderConfiguration.RevocationRules.Token,
    by rules: ProviderConfiguration.RevocationRules
  ) -> [(String, String)] {
    let isNamed = rules.parameters.values.contains { $0.holes.contains("token") }
    guard rules.presentation == nil, !isNamed else { return [] }
    let hint = rules.style == .rfc7009 ? [("token_type_hint", kind.rawValue)] : []
    return [("token", token.reveal())] + hint
  }
}
