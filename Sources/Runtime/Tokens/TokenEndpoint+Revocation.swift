import Foundation

extension TokenEndpoint {
  /// Makes the server forget a token (RFC 7009 §2.1), or does what the provider has for it. A token that the server does
  /// not know is a success (§2.2).
  func revoke(
    _ token: Secret, kind: ProviderConfiguration.RevocationRules.Token, at url: URL, _ values: TemplateValues
  ) async throws(StepFailure) {
    let rules = configuration.revocation
    let values = values.adding("token", token.reveal())
    let isStandard = rules.presentation == nil && rules.style == .rfc7009
    let names = isStandard ? [("token", token.reveal()), ("token_type_hint", kind.rawValue)] : []
    var request = try await request(
      to: url, rules.method, rules.encoding, names, rules.parameters, rules.headers, values, by: rules.authentication)
    if let presentation = rules.presentation { request.present(token, as: presentation) }
    if isWithoutClient(rules) {
      request.parameters.removeAll { $0.name == (configuration.renames["client_id"] ?? "client_id") }
    }
    let answer = try await send(request, to: "the revocation endpoint")
    let response = configuration.token.response
    let body = AnswerBody.read(answer.body, mediaType: answer.headers["content-type"], as: response)
    if let error = serverError(answer, body, response.error) {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    try answer.requireSuccess(of: "the revocation endpoint")
  }

  /// A way of the provider's own, with no client authentication, sends no client either; one with Basic names it there.
  private func isWithoutClient(_ rules: ProviderConfiguration.RevocationRules) -> Bool {
    rules.style == .custom && rules.authentication != nil && rules.authentication != .clientSecretPost
      || rules.authentication == ProviderConfiguration.ClientAuthenticationMethod.none
  }
}
