import Foundation

extension TokenEndpoint {
  /// Determines the endpoint for refresh tokens, which may require a request.
  func prepareRefresh(_ values: TemplateValues) async throws(StepFailure) {
    _ = try await url(configuration.refresh?.endpoint, values)
  }

  /// Exchanges the refresh token for new tokens (RFC 6749 §6).
  func refresh(
    _ old: Credential, _ audienceRequest: AudienceRequest?, _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    guard let rules = configuration.refresh, let token = old.token(for: rules.exchangedToken) else {
      throw .notSignedIn
    }
    var parameters = [(rules.exchangedToken.rawValue, token.reveal())]
    if let grantType = rules.grantType { parameters.insert(("grant_type", grantType), at: 0) }
    if let audienceRequest, let audience = rules.audience {
      parameters.append((audience, audienceRequest.audience))
      let delimiter = configuration.scopes?.delimiter ?? " "
      if !audienceRequest.scopes.isEmpty {
        parameters.append(("scope", audienceRequest.scopes.joined(separator: delimiter)))
      }
    }
    let request = try await request(
      to: try await url(rules.endpoint, values), rules.method, rules.encoding,
      parameters, rules.parameters, rules.headers, values, omitting: rules.omitted)
    return try await tokens(request, rules.response ?? configuration.token.response, isPartial: true)
  }
}
