import Foundation

/// Sign-ins that the user approves on their device (OpenID CIBA Core 1.0).
extension TokenEndpoint {
  /// Asks the server to ask the user (§7.1). The request is never repeated, because each one bothers the user.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request.
  ///   - secrets: The values to remove from messages of the server.
  ///   - requestedExpiry: The requested lifetime, for a response without one.
  ///   - sign: Signs the request, or is `nil` if requests aren't signed (§7.1.1).
  func backchannelAuthentication(
    _ parameters: [(name: String, value: String)], hiding secrets: [Secret], requestedExpiry: Duration?,
    _ values: TemplateValues,
    sign: (([(name: String, value: String)]) async throws(StepFailure) -> String)?
  ) async throws(StepFailure) -> BackchannelAuthentication {
    let rules = configuration.backchannel
    var (sent, own) = (parameters, rules.parameters)
    if let sign {
      // Parameters outside the signed request aren't allowed, except those that authenticate the client.
      let all = parameters.renamed(by: configuration.renames) + (try values.pairs(own))
      (sent, own) = ([(name: "request", value: try await sign(all))], [:])
    }
    var request = try await request(
      to: try await metadata.url(.backchannelAuthentication, values),
      by: RequestRules(parameters: own, headers: headers(values), authentication: rules.authentication),
      sent.map { ($0.name, $0.value) }, values, at: .backchannelAuthentication)
    request.secrets += secrets
    let response = try await send(request)
    let body = try body(of: response, error: configuration.token.response.error, to: request)
    guard let body, body.object != nil else {
      throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
    }
    return try BackchannelAuthentication(body, requested: requestedExpiry, status: response.status, now: now())
  }

  /// Requests the tokens. The request succeeds after the user has approved the sign-in (§10.1).
  func backchannelTokens(
    _ authentication: BackchannelAuthentication, _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    let rules = configuration.backchannel
    return try await grant(
      rules.grantType, [("auth_req_id", authentication.requestID.reveal())], rules.tokenParameters, values,
      by: rules.authentication)
  }
}
