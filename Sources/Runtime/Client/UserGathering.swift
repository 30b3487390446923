import Foundation

/// Finds out who the user is, from the places that the descriptor names (OpenID Connect Core 1.0 §5.3, or the provider's
/// own way).
struct UserGathering: Sendable {
  let core: ClientCore
  let response: TokenResponse
  /// The callback's parameters that the descriptor names.
  let callback: [String: String]
  let variables: [String: String]
  let redirectURI: String
  let scope: String

  private var rules: ProviderConfiguration.UserInfoRules { core.configuration.userInfo }

  /// - Parameter verified: The claims of the ID token, where there is one.
  /// - Returns: `nil` when nothing says who the user is, which a provider without ID tokens may mean so.
  func claims(_ verified: Claims?) async throws(StepFailure) -> Claims? {
    var (facts, told) = (UserFacts(), UserFacts())
    for source in rules.sources {
      guard let place = try await place(of: source, verified) else { continue }
      facts.add(place.value, map: rules.map, isWhole: place.isWhole)
      if source != .idToken { told.add(place.value, map: rules.map, isWhole: place.isWhole) }
    }
    for call in rules.also where call.condition.map(JSONValue.object(facts.all).satisfies) ?? true {
      guard let place = try await furtherFacts(call, verified) else { continue }
      facts.add(place, map: call.map, isWhole: false)
      told.add(place, map: call.map, isWhole: false)
    }
    var all = facts.all
    // What was verified is never replaced by what was not.
    if let verified { all.merge(verified.all) { $1 } }
    if all["sub"] == nil { all["sub"] = facts.identity.map(JSONValue.string) }
    guard all["sub"] != nil else { return nil }
    do {
      return try Claims(
        known: all, identity: facts.identity, accessToken: response.accessToken.claimsOfJWT, told: Set(told.all.keys))
    } catch {
      throw .idToken(.claim(error))
    }
  }

  /// What one source says about the user, and whether all of its members are facts or only those that the descriptor maps;
  /// `nil` if the source says nothing.
  private func place(
    of source: ProviderConfiguration.UserInfoRules.Source, _ verified: Claims?
  ) async throws(StepFailure) -> (value: JSONValue, isWhole: Bool)? {
    switch source {
    case .idToken: return verified.map { (.object($0.all), true) }
    case .token(let path): return response.all.value(at: path).map { (response.withoutTokens($0), true) }
    case .callback(let name, let path):
      // Nobody signs a callback's fields: only what the descriptor maps is taken.
      let value = callback[name].flatMap { JSONValue(parsing: Data($0.utf8)) }?.value(at: path)
      return value.map { ($0, false) }
    case .endpoint:
      guard try await isEndpointAsked(verified) else { return nil }
      let place = try await answer(of: try await userInfoRequest(verified), isUserInfo: true)
      if let verified { try checkSubject(of: place, is: verified.subject) }
      return (place, true)
    }
  }

  /// Where the ID token has said who the user is, an endpoint that discovery does not name, and a sign-in that brought no
  /// access token, are no failure.
  private func isEndpointAsked(_ verified: Claims?) async throws(StepFailure) -> Bool {
    guard verified != nil, rules.sources.contains(.idToken) else { return true }
    guard !response.accessToken.reveal().isEmpty else { return false }
    guard core.configuration.discovery.mode == .runtime else { return true }
    return try await core.metadata.urlIfAny(.userInfo, try values(verified)) != nil
  }

  /// Another user's facts are a mix-up or an attack, and so are those that name nobody where the provider says who it is
  /// (OpenID Connect Core 1.0 §5.3.2).
  private func checkSubject(of place: JSONValue, is subject: String) throws(StepFailure) {
    guard let named = place.object?["sub"]?.spelling else {
      guard rules.map["id"]?.text != "sub" else { throw .response(.subjectMismatch) }
      return
    }
    guard named.isExactly(subject) else { throw .response(.subjectMismatch) }
  }

  private func values(_ verified: Claims?) throws(StepFailure) -> TemplateValues {
    try core.provider.values(with: variables).adding("access_token", response.accessToken.reveal())
      .adding("redirect_uri", redirectURI).adding("scope", scope)
      .adding(tree: response.all, as: "token").adding(tree: verified.map { .object($0.all) }, as: "id_token")
      .withFreshValues
  }

  private func userInfoRequest(_ verified: Claims?) async throws(StepFailure) -> EndpointRequest {
    let values = try values(verified)
    let url = try await core.metadata.url(.userInfo, values)
    let shape = rules.request
    var request = EndpointRequest(
      endpoint: .userInfo, url: url, method: shape.method, encoding: shape.encoding,
      parameters: try values.pairs(shape.parameters))
    for (name, value) in try values.pairs(shape.headers) { request.headers[name] = value }
    if let body = shape.body { request.rawBody = try values.json(body) }
    request.secrets = [response.accessToken] + (try values.secrets(in: shape.headers))
    request.present(response.accessToken, as: shape.token)
    request.isRepeatable = true
    return request
  }

  /// What a further call adds. One that does not work adds nothing: the user is signed in without it, and the tokens that
  /// the code was spent for are not thrown away.
  private func furtherFacts(
    _ call: ProviderConfiguration.FurtherCall, _ verified: Claims?
  ) async throws(StepFailure) -> JSONValue? {
    do {
      return try await answer(to: call, verified)
    } catch {
      switch error {
      case .server, .response, .network: return nil
      default: throw error
      }
    }
  }

  private func answer(
    to call: ProviderConfiguration.FurtherCall, _ verified: Claims?
  ) async throws(StepFailure) -> JSONValue {
    let values = try values(verified)
    var request = EndpointRequest(endpoint: .userInfo, url: try values.url(call.endpoint), method: call.method)
    for (name, value) in try values.pairs(call.headers) { request.headers[name] = value }
    request.secrets = [response.accessToken] + (try values.secrets(in: call.headers))
    request.present(response.accessToken, as: rules.request.token)
    request.isRepeatable = call.method == .get
    return try await answer(of: request, root: call.root)
  }

  private func verifiedFacts(_ token: String) async throws(StepFailure) -> JSONValue {
    // Without rules for ID tokens nobody says whose keys they are.
    guard let verifier = core.verifier else { throw .configuration(.noAllowedAlgorithm) }
    let facts = try await verifier.verifyUserInfo(token)
    guard let place = facts.value(at: rules.root) else {
      throw .response(.notJSON(endpoint: .userInfo, status: 200))
    }
    return place
  }

  /// The error that stands in the header alone.
  private func challenge(in answer: HTTPResponse, to request: EndpointRequest) -> ServerError? {
    guard answer.status >= 400, let error = answer.headers["www-authenticate"].flatMap(BearerError.init) else {
      return nil
    }
    return core.tokens.serverError(answer, error.body, ProviderConfiguration.ErrorRule(), to: request)
  }

  /// A server that answers tokens as a form still answers facts as JSON; what it puts around JSON it puts around both.
  private var format: ProviderConfiguration.ResponseRules {
    var format = core.configuration.token.response
    if format.format == .form { format.format = .json }
    return format
  }

  private func answer(
    of request: EndpointRequest, root: FieldPath? = nil, isUserInfo: Bool = false
  ) async throws(StepFailure) -> JSONValue {
    let answer = try await core.transport.send(request.http, to: request.endpoint)
    if isUserInfo, let token = answer.signedUserInfo(rules.format) { return try await verifiedFacts(token) }
    let body = answer.content(as: format)
    let error = core.tokens.serverError(answer, body, rules.error, to: request) ?? challenge(in: answer, to: request)
    if let error {
      throw .server(AnyErrorCode(rawValue: error.code), error)
    }
    try answer.requireSuccess(of: request.endpoint)
    guard let place = body?.value(at: root ?? rules.root) else {
      throw .response(.notJSON(endpoint: request.endpoint, status: answer.status))
    }
    return place
  }
}
