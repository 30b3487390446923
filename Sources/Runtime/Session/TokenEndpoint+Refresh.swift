import Foundation

extension TokenEndpoint {
  /// Determines the endpoint for refresh tokens, which may require a request.
  func prepareRefresh(_ values: TemplateValues) async throws(StepFailure) {
    _ = try await url(configuration.refresh?.endpoint, values)
  }

  /// Exchanges the refresh token for new tokens (RFC 6749 §6).
  func refresh(
    _ old: Credential, _ derivedRequest: DerivedTokenRequest?, _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    guard let rules = configuration.refresh, let token = old.token(for: rules.exchangedToken) else {
      throw .notSignedIn
    }
    var parameters = [(rules.exchangedToken.rawValue, token.reveal())]
    if let grantType = rules.grantType { parameters.insert(("grant_type", grantType), at: 0) }
    if let derivedRequest { parameters += self.parameters(of: derivedRequest, by: rules) }
    let request = try await request(
      to: try await url(rules.endpoint, values), by: RequestRules(rules), parameters, values)
    return try await tokens(request, rules.response ?? configuration.token.response, isPartial: true)
  }

  /// The parameters of another API (RFC 8707 §2.2), and of a token that allows less (RFC 6749 §6, RFC 9396 §6).
  private func parameters(
    of request: DerivedTokenRequest, by rules: ProviderConfiguration.RefreshRules
  ) -> [(String, String)] {
    var parameters: [(String, String)] = []
    if let audience = rules.audience, !request.audience.isEmpty { parameters.append((audience, request.audience)) }
    let delimiter = configuration.scopes?.delimiter ?? " "
    if !request.scopes.isEmpty { parameters.append(("scope", request.scopes.joined(separator: delimiter))) }
    if !request.details.isEmpty {
      parameters.append(("authorization_details", RequestedAccess.text(of: request.details)))
    }
    return parameters
  }
}
