import Foundation

/// The requests of sign-ins without a browser (draft-ietf-oauth-first-party-apps).
extension TokenEndpoint {
  /// Sends the request of a step. It's never repeated, because a code is valid once.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request.
  ///   - secrets: The values to remove from messages of the server.
  /// - Throws: The failures of the connection. A rejection is part of the result, because it may contain members.
  func firstParty(
    _ step: ProviderConfiguration.FirstPartyStep, _ parameters: [(String, String)], hiding secrets: [Secret],
    _ values: TemplateValues
  ) async throws(StepFailure) -> FirstPartyReply {
    if let grantType = step.grantType {
      var rules = grantRules(values)
      rules.omitted = configuration.token.omitted
      return try await firstPartyTokens(
        by: rules, [("grant_type", grantType)] + parameters, hiding: secrets, values)
    }
    var request: EndpointRequest
    if let endpoint = step.endpoint {
      request = try await self.request(
        to: try values.url(endpoint), by: RequestRules(step), parameters, values, at: .authorizationChallenge)
    } else {
      request = try await self.request(
        to: try await metadata.url(.authorizationChallenge, values), by: RequestRules(), parameters, values,
        at: .authorizationChallenge)
    }
    request.secrets += secrets
    return try await challengeReply(to: request, isOwnEndpoint: step.endpoint != nil)
  }

  /// Exchanges a code of the authorization challenge endpoint. No redirect URI was part of its request (§6).
  func firstPartyTokens(
    _ code: Secret, _ verifier: Secret, resources: [String], _ values: TemplateValues
  ) async throws(StepFailure) -> FirstPartyReply {
    let rules = configuration.token
    let values = values.adding("code", code.reveal()).adding("code_verifier", verifier.reveal())
    var parameters = [("code", code.reveal())]
    if let grantType = rules.grantType { parameters.insert(("grant_type", grantType), at: 0) }
    if configuration.pkce.method != .none { parameters.append(("code_verifier", verifier.reveal())) }
    parameters += resources.map { ("resource", $0) }
    return try await firstPartyTokens(by: RequestRules(rules), parameters, hiding: [code, verifier], values)
  }

  private func firstPartyTokens(
    by rules: RequestRules, _ parameters: [(String, String)], hiding secrets: [Secret], _ values: TemplateValues
  ) async throws(StepFailure) -> FirstPartyReply {
    var request = try await request(to: try await metadata.url(.token, values), by: rules, parameters, values)
    request.secrets += secrets
    let reading = configuration.token.response
    let (response, format) = try await tokenResponse(to: request, reading, readsServerTime: true)
    let body = response.content(as: format)
    if let outcome = errorOutcome(of: response, body, reading.error, to: request) {
      return FirstPartyReply(outcome: outcome, body: body ?? .null, status: response.status)
    }
    let tokens = try self.tokens(from: response, as: format, reading, to: request)
    return FirstPartyReply(outcome: .tokens(tokens), body: body ?? .null, status: response.status)
  }

  private func challengeReply(
    to request: EndpointRequest, isOwnEndpoint: Bool
  ) async throws(StepFailure) -> FirstPartyReply {
    let response = try await send(request)
    let body = response.content(as: .init())
    if let outcome = errorOutcome(of: response, body, configuration.token.response.error, to: request) {
      return FirstPartyReply(outcome: outcome, body: body ?? .null, status: response.status)
    }
    try response.requireSuccess(of: request.endpoint)
    guard let code = try Self.code(in: body) else {
      guard isOwnEndpoint else {
        guard body?.object != nil else {
          throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
        }
        throw .response(
          .missingField("authorization_code", endpoint: request.endpoint, status: response.status))
      }
      // A page of another server, such as that of a wireless network, isn't the provider's response.
      guard body != nil || response.body.isEmpty else {
        throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
      }
      return FirstPartyReply(outcome: .accepted, body: body ?? .object([:]), status: response.status)
    }
    return FirstPartyReply(outcome: .code(code), body: body ?? .null, status: response.status)
  }

  /// Returns the code of a response (§5.2.1).
  private static func code(in body: JSONValue?) throws(StepFailure) -> Secret? {
    guard let member = body?.object?["authorization_code"] else { return nil }
    guard let code = member.string, !code.isEmpty, code.utf8.count <= FirstPartyReply.maximumLength,
      code.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw .response(.unexpectedValue("authorization_code", endpoint: .authorizationChallenge)) }
    return Secret(code)
  }

  /// Returns the meaning of an error, or `nil` if the response isn't an error.
  private func errorOutcome(
    of response: TransportResponse, _ body: JSONValue?, _ rule: ProviderConfiguration.ErrorRule,
    to request: EndpointRequest
  ) -> FirstPartyReply.Outcome? {
    guard let error = serverError(response, body, rule, to: request) else { return nil }
    let rules = configuration.firstParty
    if error.code == ProviderConfiguration.FirstPartyRules.webDemand {
      // Without a valid reference, the client starts a new request.
      let pushed = try? PushedRequest(
        body?.object ?? [:], at: request.endpoint, status: response.status, sent: now())
      return .web(pushed, error)
    }
    if let steps = rules.steps(demandedBy: error.code), !steps.isEmpty { return .demanded(steps, error) }
    return .rejected(.server(AnyErrorCode(rawValue: error.code), error))
  }
}
