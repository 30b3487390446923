import Foundation
import HTTPTypes

extension AuthClient {
  /// Gets a resource with the access token.
  ///
  /// The client sends the access token as a bearer token (RFC 6750 §2.1), or in the way that the provider's APIs
  /// expect. It refreshes the token if necessary. If the response is 401, it retries once with a new token.
  ///
  /// - Parameter url: An `https` URL, or `http` on a loopback address.
  /// - Returns: The body and the response. Any status is returned.
  /// - Throws: ``Failure``.
  public func data(from url: String) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      let url = try SecureURL.parse(url)
      return try await core.authorized(TransportRequest(url: url, maximumBytes: 16 << 20))
    }
  }

  /// Sends a request with the access token, like ``data(from:)-(String)``. The token replaces an existing value of its
  /// header field, usually `Authorization`.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions()
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      _ = try SecureURL.parse(request.url?.absoluteString ?? "")
      return try await core.authorized(TransportRequest(request, body, options))
    }
  }

  /// Like ``data(for:body:options:)``, but returns when the head of the response has arrived. Its body arrives in chunks.
  public func stream(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions()
  ) async throws(Failure) -> (ResponseBody, HTTPResponse) {
    try await run { core throws(StepFailure) in
      _ = try SecureURL.parse(request.url?.absoluteString ?? "")
      return try await core.authorized(TransportRequest(request, body, options)) {
        transport, request throws(TransportFailure) in
        try await transport.stream(request.head, body: request.body, options: request.options)
      }
    }
  }
}

extension ClientCore {
  fileprivate typealias Sending<Body> =
    (any HTTPTransport, TransportRequest) async throws(TransportFailure) -> (Body, HTTPResponse)

  fileprivate func authorized(_ request: TransportRequest) async throws(StepFailure) -> (Data, HTTPResponse) {
    try await authorized(request) { transport, request throws(TransportFailure) in
      try await transport.send(request.head, body: request.body, options: request.options)
    }
  }

  fileprivate func authorized<Body>(
    _ request: TransportRequest, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) {
    let lease = try await validLease(for: TokenRequirement())
    let response = try await send(request, with: lease.credential, by: sending)
    // A token that lacks an authentication is valid, and a refresh wouldn't add one.
    guard response.1.status == .unauthorized, StepUpDemand(response.1) == nil, let renewal,
      renewal.token(lease.credential) != nil
    else { return response }
    let fresh = try await session.renewed(lease) { renewal }
    return try await send(request, with: fresh.credential, by: sending)
  }

  /// Any status is a response for the caller to judge, so this doesn't use the endpoints' stricter rules.
  private func send<Body>(
    _ request: TransportRequest, with credential: Credential, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) {
    var request = request
    let rules = configuration.resources
    let headers = configuration.headers(adding: rules.headers)
    for field in try values(for: credential).withFreshValues.fields(headers) {
      request.head.headerFields.setIfMissing(field.name, field.value)
    }
    try request.present(credential.accessToken, as: rules.token)
    do {
      return try await sending(environment.transport, request)
    } catch {
      throw error.step(endpoint: .resource, limit: request.options.maximumBytes)
    }
  }
}

extension TransportRequest {
  /// Puts the token where the provider's APIs expect it. It replaces an existing value.
  fileprivate mutating func present(
    _ token: Secret, as presentation: ProviderConfiguration.TokenPresentation
  ) throws(StepFailure) {
    guard let url = head.url else { return }
    var carrier = EndpointRequest(endpoint: .resource, url: url)
    try carrier.present(token, as: presentation)
    if carrier.url != url { head.path = carrier.url.authorityAndPath.path }
    for field in carrier.headers { head.headerFields[field.name] = field.value }
  }
}
