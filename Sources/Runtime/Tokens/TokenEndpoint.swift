import Foundation

/// Sends requests to the token endpoint, and to endpoints with the same format (RFC 6749 §3.2).
struct TokenEndpoint: Sendable {
  let configuration: ProviderConfiguration
  let authentication: ClientAuthentication
  let metadata: ServerMetadataSource
  let transport: any HTTPTransport
  let hooks: AppHooks
  let now: @Sendable () -> Date
  /// Reads the server's time from responses of the token endpoint.
  let clock: ServerClock
  /// The values that the app sets once.
  let metadataValues: TemplateValues
  /// The audience of a client assertion.
  let issuer: String?

  /// Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5), followed by a second exchange if the provider
  /// requires it.
  func exchange(
    _ code: Secret, of grant: AuthorizationGrant, _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    let rules = configuration.token
    var parameters = [("code", code.reveal()), ("redirect_uri", values.value("redirect_uri") ?? grant.redirectURI)]
    if let grantType = rules.grantType { parameters.insert(("grant_type", grantType), at: 0) }
    if configuration.pkce.method != .none, let verifier = grant.codeVerifier {
      parameters.append(("code_verifier", verifier.reveal()))
    }
    parameters += grant.resources.map { ("resource", $0) }
    let request = try await request(
      to: try await metadata.url(.token, values), rules.method, rules.encoding,
      parameters, rules.parameters, rules.headers, values, omitting: rules.omitted)
    guard let then = rules.secondExchange else { return try await tokens(request, rules.response) }
    let both = try await second(then, after: try await tokens(request, rules.response, isPartial: true), values)
    if let name = both.missing(by: rules) {
      throw .response(.missingField(name, endpoint: .token, status: 200))
    }
    return both
  }

  private func second(
    _ rules: ProviderConfiguration.SecondExchange, after first: TokenResponse, _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    let values = values.adding("access_token", first.accessToken.reveal()).adding(tree: first.all, as: "token")
    let url = try await url(rules.endpoint, values)
    let request = try await request(
      to: url, rules.method, rules.encoding, [], rules.parameters, rules.headers, values, isAuthenticated: false)
    // The endpoint may be on another host, so its time isn't used.
    let response = rules.response ?? configuration.token.response
    return try await tokens(request, response, isPartial: true, readsServerTime: false).after(first)
  }

  func url(_ template: TextTemplate?, _ values: TemplateValues) async throws(StepFailure) -> URL {
    guard let template else { return try await metadata.url(.token, values) }
    return try values.url(template)
  }

  func tokens(
    _ request: EndpointRequest, _ rules: ProviderConfiguration.ResponseRules, isPartial: Bool = false,
    readsServerTime: Bool = true
  ) async throws(StepFailure) -> TokenResponse {
    try checkDecoder()
    let raw = try await send(request, isSigned: true)
    if readsServerTime { await clock.watch(raw) }
    let (response, format) = try await decoded(raw, as: rules, from: request.endpoint)
    let body = try body(of: response, as: format, error: rules.error, to: request)
    guard let body, body.object != nil || body.array != nil else {
      throw .response(.notJSON(endpoint: .token, status: response.status))
    }
    return try TokenResponse(
      body, by: rules, status: response.status, isPartial: isPartial, lifetimes: configuration.lifetimes, now: now())
  }
}

extension TokenEndpoint {
  /// Creates a request with the client's authentication.
  func request(
    to url: URL, _ method: ProviderConfiguration.Method, _ encoding: ProviderConfiguration.RequestEncoding,
    _ standard: [(String, String)], _ own: [String: TextTemplate], _ headers: [String: TextTemplate],
    _ values: TemplateValues, by authenticationMethod: ProviderConfiguration.ClientAuthenticationMethod? = nil,
    at endpoint: Endpoint = .token, isAuthenticated: Bool = true, omitting omitted: [String] = []
  ) async throws(StepFailure) -> EndpointRequest {
    let values = values.withFreshValues
    var proof = ClientAuthentication.Proof()
    if isAuthenticated {
      let preferred = metadata.preferred(of: configuration.client.authentication, at: endpoint)
      proof = try await authentication.proof(
        by: authenticationMethod ?? preferred, values, audience: issuer ?? url.absoluteString,
        offered: metadata.assertionAlgorithms(at: endpoint))
    }
    let owned = try values.pairs(own)
    let named = (standard.map { (name: $0.0, value: $0.1) } + proof.parameters).filter { !omitted.contains($0.name) }
    let parameters = named.renamed(by: configuration.renames)
    var fields = proof.headers
    let headers = configuration.headers(adding: headers)
    for field in try values.fields(headers) { fields[field.name] = field.value }
    return EndpointRequest(
      endpoint: endpoint, url: url, method: method, encoding: encoding,
      parameters: parameters.filter { pair in !owned.contains { $0.name == pair.name } } + owned, headers: fields,
      isOneTime: proof.isOneTime,
      secrets: [proof.secret, authentication.secret].compactMap { $0 } + (try values.secrets(in: headers)))
  }

  func send(
    _ request: EndpointRequest, isSigned: Bool = false
  ) async throws(StepFailure) -> TransportResponse {
    var http = request.http
    if isSigned, configuration.token.isSignedByApp {
      try await http.change(with: hooks.signTokenRequest?.sign(_:body:))
    }
    return try await transport.send(http, to: request.endpoint)
  }

  /// Returns the body of a response, or throws the error that it reports.
  func body(
    of response: TransportResponse, as rules: ProviderConfiguration.ResponseRules = .init(),
    error rule: ProviderConfiguration.ErrorRule = .init(), to request: EndpointRequest
  ) throws(StepFailure) -> JSONValue? {
    let body = response.content(as: rules)
    if let error = serverError(response, body, rule, to: request) {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    try response.requireSuccess(of: request.endpoint)
    return body
  }

  /// Returns the OAuth error in the body. The status doesn't matter, because some servers send errors with status 200
  /// (RFC 6749 §5.2).
  func serverError(
    _ response: TransportResponse, _ body: JSONValue?, _ rule: ProviderConfiguration.ErrorRule,
    to request: EndpointRequest
  ) -> ServerError? {
    guard let body, let error = ErrorResponse(body, by: rule, known: configuration.errors) else { return nil }
    let hide = { (text: String) in request.hidingSecrets(in: text, renames: configuration.renames) }
    return ServerError(
      code: error.code, endpoint: request.endpoint, text: error.text.map(hide),
      uri: error.uri.flatMap { hide($0) == $0 ? ServerError.page($0) : nil },
      requestID: (response.head.requestID ?? error.requestID).map(hide), status: response.status,
      known: configuration.errors[error.code], retryAfter: response.head.retryAfter,
      setting: configuration.console.place(concerning: error.code))
  }
}
