import Foundation

/// Sends requests to the token endpoint, and to endpoints with the same format (RFC 6749 §3.2).
struct TokenEndpoint: Sendable {
  /// The provider and its configuration. It's a class, so a copy of this value for another key is cheap.
  let provider: ResolvedProvider
  let authentication: ClientAuthentication
  let metadata: ServerMetadataSource
  let transports: ClientTransports
  let hooks: AppHooks
  let now: @Sendable () -> Date
  /// Reads the server's time from responses of the token endpoint.
  let clock: ServerClock
  /// The thumbprint of the client's certificate, if it's known.
  var certificateThumbprint: String?
  /// Makes the proofs of requests that have a key.
  let proofs: Proofs
  /// The key that the requested tokens are bound to, if there is one. Then each request has a proof (RFC 9449 §5).
  var key: SessionKey?

  var configuration: ProviderConfiguration { provider.configuration }

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
      to: try await metadata.url(.token, values), by: RequestRules(rules), parameters, values)
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
    let request = try await request(to: url, by: RequestRules(rules), [], values)
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
    let (response, format) = try await tokenResponse(to: request, rules, readsServerTime: readsServerTime)
    return try tokens(from: response, as: format, rules, to: request, isPartial: isPartial)
  }

  /// Sends a request for tokens.
  ///
  /// - Returns: The response, and the rules for reading it. The app may have converted it to JSON.
  func tokenResponse(
    to request: EndpointRequest, _ rules: ProviderConfiguration.ResponseRules, readsServerTime: Bool
  ) async throws(StepFailure) -> (TransportResponse, ProviderConfiguration.ResponseRules) {
    try checkDecoder()
    let raw = try await send(request, isSigned: true)
    if readsServerTime { await clock.watch(raw) }
    return try await decoded(raw, as: rules, from: request.endpoint)
  }

  /// Reads the tokens of a response, or throws the error that it reports.
  func tokens(
    from response: TransportResponse, as format: ProviderConfiguration.ResponseRules,
    _ rules: ProviderConfiguration.ResponseRules, to request: EndpointRequest, isPartial: Bool = false
  ) throws(StepFailure) -> TokenResponse {
    let body = try body(of: response, as: format, error: rules.error, to: request)
    guard let body, body.object != nil || body.array != nil else {
      throw .response(.notJSON(endpoint: .token, status: response.status))
    }
    let tokens = try TokenResponse(
      body, by: rules, status: response.status, isPartial: isPartial, lifetimes: configuration.lifetimes, now: now(),
      acceptsDPoP: key != nil)
    try checkBinding(of: tokens)
    return tokens
  }
}

extension TokenEndpoint {
  /// Creates a request with the client's authentication.
  ///
  /// - Parameters:
  ///   - standard: The client's parameters, before the rules change them.
  ///   - values: The values for the templates of the rules.
  ///   - endpoint: The endpoint that failures name.
  func request(
    to url: URL, by rules: RequestRules, _ standard: [(String, String)], _ values: TemplateValues,
    at endpoint: Endpoint = .token
  ) async throws(StepFailure) -> EndpointRequest {
    let values = values.withFreshValues
    let prove = { @Sendable (keyIndex: Int?) async throws(StepFailure) -> ClientAuthentication.Proof in
      guard rules.isAuthenticated else { return ClientAuthentication.Proof() }
      let preferred = metadata.preferred(of: configuration.client.authentication, at: endpoint)
      return try await authentication.proof(
        by: rules.authentication ?? preferred, values, audience: try await audience(at: url, values),
        offered: metadata.assertionAlgorithms(at: endpoint), keyIndex: keyIndex)
    }
    let owned = try values.pairs(rules.parameters)
    let compose = { @Sendable (proof: ClientAuthentication.Proof) -> [(name: String, value: String)] in
      let named = (standard.map { (name: $0.0, value: $0.1) } + proof.parameters).filter {
        !rules.omitted.contains($0.name)
      }
      let parameters = named.renamed(by: configuration.renames)
      return parameters.filter { pair in !owned.contains { $0.name == pair.name } } + owned
    }
    let proof = try await prove(nil)
    var fields = proof.headers
    let headers = configuration.headers(adding: rules.headers)
    for field in try values.fields(headers) { fields[field.name] = field.value }
    var request = EndpointRequest(
      endpoint: endpoint, url: url, method: rules.method, encoding: rules.encoding,
      parameters: compose(proof), headers: fields, isOneTime: proof.isOneTime,
      otherKey: proof.nextKeyIndex.map { index in
        EndpointRequest.OtherKey(index: index) { () throws(StepFailure) in compose(try await prove(index)) }
      },
      secrets: [proof.secret, authentication.secret].compactMap { $0 } + (try values.secrets(in: headers)))
    if key != nil, proof.isOneTime {
      request.renewed = { () async throws(StepFailure) in
        try await self.request(to: url, by: rules, standard, values, at: endpoint)
      }
    }
    return request
  }

  /// Sends a request. If the tokens are to be bound to a key, the request has a proof.
  ///
  /// - Parameter isSigned: Whether the request is one that the app may have to sign.
  func send(
    _ request: EndpointRequest, isSigned: Bool = false
  ) async throws(StepFailure) -> TransportResponse {
    let response = try await sendOnce(request, isSigned: isSigned)
    guard let other = request.otherKey, rejectsClient(response, request) else { return response }
    let last = try await sendOnce(try await request.authenticated(by: other), isSigned: isSigned)
    if !rejectsClient(last, request) { authentication.key?.accept(other.index) }
    return last
  }

  private func sendOnce(_ request: EndpointRequest, isSigned: Bool) async throws(StepFailure) -> TransportResponse {
    let http = try await http(request, isSigned: isSigned)
    guard let key else { return try await transport(at: request.endpoint).send(http, to: request.endpoint) }
    return try await send(http, to: request.endpoint, by: key) { () async throws(StepFailure) in
      let again = try await request.renewed?() ?? request
      return try await self.http(again, isSigned: isSigned)
    }
  }

  private func http(_ request: EndpointRequest, isSigned: Bool) async throws(StepFailure) -> TransportRequest {
    var http = request.http
    if isSigned, configuration.token.isSignedByApp {
      try await http.change(with: hooks.signTokenRequest?.sign(_:body:))
    }
    return http
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
    var failure = ServerError(
      code: error.code, endpoint: request.endpoint, text: error.text.map(hide),
      uri: error.uri.flatMap { hide($0) == $0 ? ServerError.page($0) : nil },
      requestID: (response.head.requestID ?? error.requestID).map(hide), status: response.status,
      known: configuration.errors[error.code], retryAfter: response.head.retryAfter,
      setting: configuration.console.place(concerning: error.code))
    failure.authSession = configuration.firstParty.authSession(in: body)
    return failure
  }
}
