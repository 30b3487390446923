import Foundation

/// Asks the token endpoint, and the endpoints that are asked in the same way (RFC 6749 §3.2).
struct TokenEndpoint: Sendable {
  let configuration: ProviderConfiguration
  let authentication: ClientAuthentication
  let metadata: ServerMetadataSource
  let transport: any HTTPTransport

  /// Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5).
  func exchange(_ code: Secret, of request: AuthorizationRequest) async throws(StepFailure) -> TokenResponse {
    try await tokens([
      ("grant_type", "authorization_code"),
      ("code", code.reveal()),
      ("redirect_uri", request.redirectURI),
      ("code_verifier", request.pkce.codeVerifier.reveal()),
    ])
  }

  /// Asks for new tokens with a refresh token (RFC 6749 §6).
  func refresh(_ refreshToken: Secret) async throws(StepFailure) -> TokenResponse {
    try await tokens([("grant_type", "refresh_token"), ("refresh_token", refreshToken.reveal())])
  }

  /// Makes the server forget a token (RFC 7009 §2.1). A token that it does not know is a success (§2.2).
  func revoke(
    _ token: Secret, hint: ProviderConfiguration.RevocationRules.Token, at url: URL
  ) async throws(StepFailure) {
    let answer = try await post(
      [("token", token.reveal()), ("token_type_hint", hint.rawValue)], to: url, "the revocation endpoint")
    if let error = serverError(answer) { throw .server(AnyErrorCode(rawValue: error.code), error) }
    try answer.requireSuccess(of: "the revocation endpoint")
  }

  private func tokens(_ parameters: [(name: String, value: String)]) async throws(StepFailure) -> TokenResponse {
    let answer = try await post(parameters, to: try await metadata.url(.token), "the token endpoint")
    if let error = serverError(answer) { throw .server(AnyErrorCode(rawValue: error.code), error) }
    return try TokenResponse(answer.jsonObject(from: "the token endpoint"), status: answer.status)
  }

  private func post(
    _ parameters: [(name: String, value: String)], to url: URL, _ endpoint: String
  ) async throws(StepFailure) -> HTTPResponse {
    var parameters = parameters
    var headers = authentication.apply(to: &parameters)
    headers["Accept"] = "application/json"
    let (type, body) = configuration.token.encoding.encode(parameters)
    headers["Content-Type"] = type
    return try await transport.send(HTTPRequest(method: "POST", url: url, headers: headers, body: body), to: endpoint)
  }

  /// An OAuth error in the body, whatever the status is: some servers send it with 200 (RFC 6749 §5.2).
  private func serverError(_ answer: HTTPResponse) -> ServerError? {
    guard case .object(let fields)? = JSONValue(parsing: answer.body), let code = fields["error"]?.string, !code.isEmpty
    else { return nil }
    return ServerError(
      code: code, text: fields["error_description"]?.string, status: answer.status, known: configuration.errors[code],
      retryAfter: answer.retryAfter)
  }
}

extension ProviderConfiguration.BodyEncoding {
  /// The media type and the body.
  func encode(_ parameters: [(name: String, value: String)]) -> (type: String, body: Data) {
    switch self {
    case .form: ("application/x-www-form-urlencoded", Data(FormEncoding.encode(parameters).utf8))
    case .json: ("application/json", Self.json(parameters))
    }
  }

  private static func json(_ parameters: [(name: String, value: String)]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts always encode.
    return (try? encoder.encode(Dictionary(parameters.map { ($0.name, $0.value) }) { $1 })) ?? Data()
  }
}
