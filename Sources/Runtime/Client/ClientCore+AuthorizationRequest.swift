import Foundation

extension ClientCore {
  /// Makes an authorization request, and signs it or pushes it to the server if the provider's rules say so.
  ///
  /// - Parameter endpoint: The URL of the page, with its variables filled in.
  /// - Throws: ``AuthFailure/server(_:_:)`` with ``Endpoint/pushedAuthorization`` if the server rejects the request.
  func request(
    redirectURI: String, scopes: [String], parameters: AuthorizationParameters, endpoint: URL, key: SessionKey? = nil
  ) async throws(StepFailure) -> AuthorizationRequest {
    let request = try AuthorizationRequest(
      provider: provider, redirectURI: redirectURI, scopes: scopes, parameters: parameters, endpoint: endpoint,
      key: key)
    let values = try provider.values(with: parameters.variables)
    let pushURL = try await metadata.pushURL(values)
    let object = try await requestObject(of: request, at: endpoint, values)
    guard let pushURL else {
      guard let object else { return request }
      return request.opening(endpoint, with: signedParameters(object), of: provider)
    }
    let pairs = object.map { [client, (name: "request", value: $0)].renamed(by: configuration.renames) }
    let pushed = try await tokens.bound(to: key).push(pairs ?? request.pairs, to: pushURL, values)
    return request.opening(
      endpoint, with: [client, (name: "request_uri", value: pushed.uri)], of: provider, until: pushed.expiresAt)
  }

  /// Returns the key that signs requests.
  func requestSigner(_ values: TemplateValues) async throws(StepFailure) -> any JWTSigning {
    try await tokens.authentication.signer(values, offered: metadata.requestObjectAlgorithms)
  }

  private var client: (name: String, value: String) { (name: "client_id", value: clientID) }

  private func requestObject(
    of request: AuthorizationRequest, at endpoint: URL, _ values: TemplateValues
  ) async throws(StepFailure) -> String? {
    guard configuration.authorization.requestObject != .none else { return nil }
    let object = RequestObject(
      configuration: configuration, clientID: clientID, audience: provider.issuer ?? endpoint.absoluteString,
      now: environment.now())
    return try await object.signed(request.pairs, by: try await requestSigner(values))
  }

  /// Returns the parameters next to a signed request. OAuth servers need only the client ID (RFC 9101 §5). OpenID
  /// providers also need `response_type` and the scope `openid` (OpenID Connect Core 1.0 §6.1), and use only the signed
  /// parameters (RFC 9101 §6.3).
  private func signedParameters(_ object: String) -> [(name: String, value: String)] {
    let rules = configuration.authorization
    var pairs = [client, (name: "request", value: object)]
    guard configuration.idToken != nil else { return pairs }
    pairs.append((name: "response_type", value: rules.responseType.rawValue))
    if let name = configuration.scopes?.parameter { pairs.append((name: name, value: "openid")) }
    return pairs.filter { !rules.omitted.contains($0.name) }
  }
}
