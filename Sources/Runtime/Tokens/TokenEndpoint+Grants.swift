import Foundation

/// Grants that need no browser on this machine.
extension TokenEndpoint {
  /// Tokens for the client itself (RFC 6749 §4.4).
  func clientCredentials(_ parameters: [(String, String)]) async throws(StepFailure) -> TokenResponse {
    try await grant("client_credentials", parameters)
  }

  /// Tokens for a device code, once the user has said yes elsewhere (RFC 8628 §3.4).
  func deviceTokens(_ deviceCode: Secret) async throws(StepFailure) -> TokenResponse {
    try await grant("urn:ietf:params:oauth:grant-type:device_code", [("device_code", deviceCode.reveal())])
  }

  private func grant(_ type: String, _ parameters: [(String, String)]) async throws(StepFailure) -> TokenResponse {
    let values = metadataValues
    let request = try await request(
      to: try await metadata.url(.token, values), .post, .form, [("grant_type", type)] + parameters, [:], [:], values)
    return try await tokens(request, configuration.token.response)
  }

  /// Asks for a code to show to the user (RFC 8628 §3.1).
  func deviceCode(_ parameters: [(String, String)]) async throws(StepFailure) -> DeviceCode {
    let values = metadataValues
    let endpoint = "the device authorization endpoint"
    let request = try await request(
      to: try await metadata.url(.deviceAuthorization), .post, .form, parameters, [:], [:], values)
    let answer = try await send(request, to: endpoint)
    let body = AnswerBody.read(
      answer.body, mediaType: answer.headers["content-type"], as: ProviderConfiguration.ResponseRules())
    if let error = serverError(answer, body, ProviderConfiguration.ErrorRule()) {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    return try DeviceCode(try answer.jsonObject(from: endpoint), status: answer.status, now: now())
  }

  /// What is known about a token at its server (RFC 7662 §2).
  func introspect(_ token: Secret, hint: String?) async throws(StepFailure) -> [String: JSONValue] {
    let endpoint = "the introspection endpoint"
    let hints = hint.map { [("token_type_hint", $0)] } ?? []
    var request = try await request(
      to: try await metadata.url(.introspection), .post, .form, [("token", token.reveal())] + hints, [:], [:],
      metadataValues)
    request.isRepeatable = true
    let answer = try await send(request, to: endpoint)
    let fields = try answer.jsonObject(from: endpoint)
    guard fields["active"]?.bool != nil else {
      throw .response(.missingField("active", endpoint: endpoint, status: answer.status))
    }
    return fields
  }
}
