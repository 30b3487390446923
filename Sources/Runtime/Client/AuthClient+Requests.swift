import Foundation

extension AuthClient {
  /// Gets a resource with the access token: as a bearer token (RFC 6750 §2.1), or as the provider's APIs want it. The token
  /// is refreshed when needed; an answer of 401 is tried once more with a fresh token.
  ///
  /// - Parameter url: An `https` URL, or `http` on a loopback address.
  /// - Returns: The body, and the whole answer with whatever status it has.
  /// - Throws: ``Failure``.
  public func data(from url: String) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      let url = try SecureURL.parse(url)
      return try await core.authorized(HTTPRequest(url: url, maximumBytes: 16 << 20))
    }
  }

  /// ``data(from:)-(String)`` for any request. What stands where the token goes, usually `Authorization`, is replaced.
  public func data(for request: HTTPRequest) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      _ = try SecureURL.parse(request.url.absoluteString)
      return try await core.authorized(request)
    }
  }
}

extension ClientCore {
  fileprivate func authorized(_ request: HTTPRequest) async throws(StepFailure) -> (Data, HTTPResponse) {
    let lease = try await validLease(for: TokenNeed())
    let answer = try await send(request, with: lease.credential)
    guard answer.status == 401, let renewal, renewal.token(lease.credential) != nil else {
      return (answer.body, answer)
    }
    let fresh = try await session.renewed(lease) { renewal }
    let second = try await send(request, with: fresh.credential)
    return (second.body, second)
  }

  /// Any status is an answer for the caller to judge, so this does not use the endpoints' stricter rules.
  private func send(_ request: HTTPRequest, with credential: Credential) async throws(StepFailure) -> HTTPResponse {
    var request = request
    let rules = configuration.resources
    for field in try values(for: credential).withFreshValues.pairs(rules.headers) {
      request.headers.setIfMissing(field.name, field.value)
    }
    request.present(credential.accessToken, as: rules.token)
    do {
      return try await environment.transport.send(request)
    } catch {
      throw error.step(endpoint: .resource, limit: request.maximumBytes)
    }
  }
}

extension HTTPRequest {
  /// Puts the token where the provider's APIs look for it; what stood there is replaced.
  fileprivate mutating func present(_ token: Secret, as presentation: ProviderConfiguration.TokenPresentation) {
    var carrier = EndpointRequest(endpoint: .resource, url: url)
    carrier.present(token, as: presentation)
    url = carrier.url
    for (name, value) in carrier.headers {
      headers = headers.filter { $0.key.lowercased() != name.lowercased() }
      headers[name] = value
    }
  }
}
