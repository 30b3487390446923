import Foundation

/// Grants that don't use a browser on this machine.
extension TokenEndpoint {
  /// Whether the client can authenticate: with a secret, with a JWT that its private key signs, with a certificate, or with
  /// the app's own signature.
  var canProveClient: Bool {
    let hasSecret = authentication.secret != nil || configuration.client.secretJWT != nil
    return hasSecret || hasKey || authentication.hasCertificate || configuration.token.isSignedByApp
  }

  /// Requests tokens for the client itself (RFC 6749 §4.4).
  func clientCredentials(
    _ parameters: [(String, String)], _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    try await grant("client_credentials", parameters, [:], values)
  }

  /// Requests the tokens for a device code. The request succeeds after the user has signed in (RFC 8628 §3.4).
  func deviceTokens(_ code: DeviceCode, _ values: TemplateValues) async throws(StepFailure) -> TokenResponse {
    let rules = configuration.device
    return try await grant(
      rules.grantType, [("device_code", code.deviceCode.reveal())], rules.tokenParameters,
      values.adding("user_code", code.userCode), by: rules.authentication)
  }

  /// Requests tokens with a grant.
  func grant(
    _ type: String, _ parameters: [(String, String)], _ own: [String: TextTemplate], _ values: TemplateValues,
    by method: ProviderConfiguration.ClientAuthenticationMethod? = nil
  ) async throws(StepFailure) -> TokenResponse {
    let request = try await request(
      to: try await metadata.url(.token, values), by: grantRules(values, own, by: method),
      [("grant_type", type)] + parameters, values)
    return try await tokens(request, configuration.token.response)
  }

  /// Returns the rules for requests with a grant other than a code: those of the token endpoint, with the grant's parameters.
  func grantRules(
    _ values: TemplateValues, _ own: [String: TextTemplate] = [:],
    by method: ProviderConfiguration.ClientAuthenticationMethod? = nil
  ) -> RequestRules {
    let token = configuration.token
    return RequestRules(
      method: token.method, encoding: token.encoding, parameters: own, headers: headers(values), authentication: method)
  }

  /// Requests a code to show to the user (RFC 8628 §3.1).
  func deviceCode(
    _ parameters: [(String, String)], _ values: TemplateValues
  ) async throws(StepFailure) -> DeviceCode {
    let rules = configuration.device
    let request = try await request(
      to: try await metadata.url(.deviceAuthorization, values),
      by: RequestRules(parameters: rules.parameters, headers: headers(values), authentication: rules.authentication),
      parameters, values, at: .deviceAuthorization)
    let response = try await send(request)
    let body = try body(of: response, error: configuration.token.response.error, to: request)
    guard let body, body.object != nil else {
      throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
    }
    return try DeviceCode(body, by: rules, status: response.status, now: now()) { code, page throws(StepFailure) in
      try values.adding("user_code", code).url(page)
    }
  }

  /// The header fields of the token endpoint, except those that contain a code.
  func headers(_ values: TemplateValues) -> [String: TextTemplate] {
    configuration.token.headers.filter { $0.value.placeholders.allSatisfy { values.value($0) != nil } }
  }

  /// Requests the state of a token (RFC 7662 §2).
  ///
  /// - Parameter timeout: The time limit of the request.
  func introspect(
    _ token: Secret, hint: String?, within timeout: Duration = .seconds(30)
  ) async throws(StepFailure) -> [String: JSONValue] {
    let hints = hint.map { [("token_type_hint", $0)] } ?? []
    var request = try await request(
      to: try await metadata.url(.introspection), by: RequestRules(), [("token", token.reveal())] + hints,
      provider.values, at: .introspection)
    request.isRepeatable = true
    request.timeout = timeout
    let response = try await send(request)
    _ = try body(of: response, to: request)
    var fields = try response.jsonObject(from: request.endpoint)
    // Some servers write all members as strings.
    let written: [JSONValue: Bool] = [.string("true"): true, .string("false"): false]
    guard let active = fields["active"], let isActive = active.bool ?? written[active] else {
      throw .response(.missingField("active", endpoint: request.endpoint, status: response.status))
    }
    fields["active"] = .bool(isActive)
    return fields
  }
}
