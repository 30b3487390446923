import Foundation

/// The userinfo endpoint and the provider's other requests about the user, with one access token (OpenID Connect Core
/// 1.0 §5.3).
struct UserInfoEndpoint: Sendable {
  let core: ClientCore
  let accessToken: Secret
  /// The values of the templates in requests.
  let values: TemplateValues
  /// The key of the access token, if it's bound to one.
  var key: SessionKey?

  private var rules: ProviderConfiguration.UserInfoRules { core.configuration.userInfo }

  /// Requests the claims about the user.
  ///
  /// - Parameter subject: The `sub` of the ID token, if there is one.
  /// - Throws: ``ResponseRejection/subjectMismatch`` if the response is about another user.
  func claims(about subject: String?) async throws(StepFailure) -> JSONValue {
    let claims = try await response(of: try await request(), isUserInfo: true)
    if let subject { try checkSubject(of: claims, is: subject) }
    return claims
  }

  /// Requests the claims of an additional request.
  func claims(of call: ProviderConfiguration.FurtherRequest) async throws(StepFailure) -> JSONValue {
    var request = EndpointRequest(endpoint: .userInfo, url: try values.url(call.endpoint), method: call.method)
    let headers = core.configuration.headers(adding: call.headers)
    request.headers = try values.fields(headers)
    request.secrets = [accessToken] + (try values.secrets(in: headers))
    try request.present(accessToken, as: rules.request.token, isBound: key != nil)
    request.isRepeatable = call.method == .get && !rules.isSignedByApp
    return try await response(of: request, root: call.root)
  }

  /// Claims about another user are a mix-up or an attack. Claims without a `sub` are rejected if the descriptor maps the
  /// user's ID to `sub` (OpenID Connect Core 1.0 §5.3.2).
  private func checkSubject(of claims: JSONValue, is subject: String) throws(StepFailure) {
    guard let named = claims.object?["sub"]?.spelling else {
      guard rules.map["id"]?.text != "sub" else { throw .response(.subjectMismatch) }
      return
    }
    guard named.isExactly(subject) else { throw .response(.subjectMismatch) }
  }

  private func request() async throws(StepFailure) -> EndpointRequest {
    let url = try await core.metadata.url(.userInfo, values)
    let shape = rules.request
    var request = EndpointRequest(
      endpoint: .userInfo, url: url, method: shape.method, encoding: shape.encoding,
      parameters: try values.pairs(shape.parameters))
    let headers = core.configuration.headers(adding: shape.headers)
    request.headers = try values.fields(headers)
    if let body = shape.body { request.rawBody = try values.json(body) }
    request.secrets = [accessToken] + (try values.secrets(in: headers))
    try request.present(accessToken, as: shape.token, isBound: key != nil)
    request.isRepeatable = !rules.isSignedByApp
    return request
  }

  private func verifiedClaims(_ token: String) async throws(StepFailure) -> JSONValue {
    // Without rules for ID tokens, the issuer of the keys is unknown.
    guard let verifier = core.verifier else { throw .configuration(.noAllowedAlgorithm) }
    guard let claims = try await verifier.verifyUserInfo(token).value(at: rules.root) else {
      throw .response(.notJSON(endpoint: .userInfo, status: 200))
    }
    return claims
  }

  /// The error in the header of a response whose body has none.
  private func challenge(in response: TransportResponse, to request: EndpointRequest) -> ServerError? {
    guard response.status >= 400, let field = response.headers[.wwwAuthenticate],
      let error = BearerError(field) ?? BearerError(field, scheme: "dpop")
    else { return nil }
    return core.tokens.serverError(response, error.body, ProviderConfiguration.ErrorRule(), to: request)
  }

  /// A server whose token responses are forms still responds with JSON here. JSON is wrapped as in token responses.
  private var format: ProviderConfiguration.ResponseRules {
    var format = core.configuration.token.response
    if format.format == .form { format.format = .json }
    return format
  }

  private func response(
    of request: EndpointRequest, root: FieldPath? = nil, isUserInfo: Bool = false
  ) async throws(StepFailure) -> JSONValue {
    try core.tokens.checkDecoder()
    var http = request.http
    if rules.isSignedByApp { try await http.change(with: core.tokens.hooks.signUserInfoRequest?.sign(_:body:)) }
    let transport = try core.tokens.transport(at: .userInfo)
    let raw = try await core.tokens.proofs.sending(http, with: accessToken, boundTo: key, head: \.head) {
      http async throws(StepFailure) in
      try await transport.send(http, to: request.endpoint)
    }
    let (response, format) = try await core.tokens.decoded(raw, as: format, from: request.endpoint)
    if isUserInfo, let token = response.signedUserInfo(rules.format) { return try await verifiedClaims(token) }
    let body = response.content(as: format)
    let error =
      core.tokens.serverError(response, body, rules.error, to: request) ?? challenge(in: response, to: request)
    if let error {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    try response.requireSuccess(of: request.endpoint)
    guard let claims = body?.value(at: root ?? rules.root) else {
      throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
    }
    return claims
  }
}
