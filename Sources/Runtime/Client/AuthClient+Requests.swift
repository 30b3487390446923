import Foundation
import HTTPTypes

extension AuthClient {
  /// Gets a resource with the access token.
  ///
  /// The client sends the access token as a bearer token (RFC 6750 §2.1), with a proof if the token is bound to a key (RFC 9449 §7),
  /// or in the way that the provider's APIs expect. It refreshes the token if necessary. If the response is 401, it retries once with a new token.
  ///
  /// - Parameter url: An `https` URL, or `http` on a loopback address.
  /// - Returns: The body and the response. The method returns the response for any status, including 4xx and 5xx.
  /// - Throws: The errors of ``accessToken(validFor:)``, ``ConfigurationFailure/invalidURL(_:)`` or
  ///   ``ConfigurationFailure/insecureURL(_:)`` if the URL isn't allowed, ``SessionFailure/keyUnavailable`` if the
  ///   token is bound to a key that this device can't use, ``AuthFailure/network(_:endpoint:)`` if no complete response
  ///   arrives, or ``ResponseRejection/tooLarge(endpoint:limit:)`` if the body is larger than 16 MiB.
  public func data(from url: String) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      let url = try SecureURL.parse(url)
      return try await core.authorized(TransportRequest(url: url, maximumBytes: 16 << 20))
    }
  }

  /// Sends a request with the access token, like ``data(from:)-(String)``. The token replaces an existing value of its
  /// header field, usually `Authorization`.
  ///
  /// - Throws: The errors of ``data(from:)-(String)``. The limit for the body is ``TransportOptions/maximumBytes``.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions()
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try SecureURL.check(request)
      return try await core.authorized(TransportRequest(request, body, options))
    }
  }

  /// Like ``data(for:body:options:)``, but returns when the head of the response has arrived. Its body arrives in chunks.
  ///
  /// - Throws: The errors of ``data(for:body:options:)``. After the head has arrived, reading the body throws
  ///   ``TransportFailure``.
  public func stream(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions()
  ) async throws(Failure) -> (ResponseBody, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try SecureURL.check(request)
      return try await core.authorized(TransportRequest(request, body, options)) {
        transport, request throws(TransportFailure) in
        try await transport.stream(request.head, body: request.body, options: request.options)
      }
    }
  }
}

extension AuthClient {
  /// Sends a request with the access token of a credential that isn't the session's, such as the client's own token. It
  /// never refreshes the token.
  ///
  /// If the token is bound to a key, the request has a proof (RFC 9449 §7).
  ///
  /// - Throws: ``ConfigurationFailure/invalidURL(_:)`` or ``ConfigurationFailure/insecureURL(_:)`` if the URL isn't
  ///   allowed, ``SessionFailure/keyUnavailable`` if the token is bound to a key that this device can't use,
  ///   ``AuthFailure/network(_:endpoint:)`` if no complete response arrives, or
  ///   ``ResponseRejection/tooLarge(endpoint:limit:)`` if the body is larger than ``TransportOptions/maximumBytes``.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions(),
    with credential: Credential
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try await core.authorized(TransportRequest(request, body, options), with: credential)
    }
  }

  /// Returns a proof that the client has the key that its session is bound to, for a request that you send with another HTTP
  /// client (RFC 9449 §4). Send it in the `DPoP` header field, and the access token as `Authorization: DPoP TOKEN`. Use each
  /// proof for one request.
  ///
  /// - Parameters:
  ///   - request: The request. Only its method and URL matter.
  ///   - token: The access token that you send with it.
  ///   - nonce: The `DPoP-Nonce` of the API's last response, or `nil` for the last one that this client received from the API.
  /// - Returns: `nil` if the session has bearer tokens.
  /// - Throws: ``AuthFailure/notSignedIn``, ``AuthFailure/store(_:)``, or ``SessionFailure/keyUnavailable``.
  public func proof(
    for request: HTTPRequest, accessToken token: Secret, nonce: String? = nil
  ) async throws(Failure) -> Secret? {
    try await run { core throws(StepFailure) in
      try SecureURL.check(request)
      guard let credential = try await core.session.current() else { throw .notSignedIn }
      guard let key = credential.sessionKey else { return nil }
      let proofs = core.tokens.proofs
      return Secret(try await proofs.proof(for: request, by: key, token, nonce: nonce ?? proofs.nonce(for: request)))
    }
  }
}

extension BackendExchange {
  /// Sends a request with the access token of a credential, as a bearer token (RFC 6750 §2.1), or in the way that the provider's
  /// APIs expect. It never refreshes the token.
  ///
  /// If the token is bound to a key, the request has a proof (RFC 9449 §7).
  ///
  /// - Returns: The body and the response. The method returns the response for any status, including 4xx and 5xx.
  /// - Throws: ``ConfigurationFailure/invalidURL(_:)`` or ``ConfigurationFailure/insecureURL(_:)`` if the URL isn't
  ///   allowed, ``SessionFailure/keyUnavailable`` if the token is bound to a key that this device can't use,
  ///   ``AuthFailure/network(_:endpoint:)`` if no complete response arrives, or
  ///   ``ResponseRejection/tooLarge(endpoint:limit:)`` if the body is larger than ``TransportOptions/maximumBytes``.
  public func data(
    for request: HTTPRequest, body: Data? = nil, options: TransportOptions = TransportOptions(),
    with credential: Credential
  ) async throws(Failure) -> (Data, HTTPResponse) {
    try await run { core throws(StepFailure) in
      try await core.authorized(TransportRequest(request, body, options), with: credential)
    }
  }
}

extension ClientCore {
  typealias Sending<Body> =
    (any HTTPTransport, TransportRequest) async throws(TransportFailure) -> (Body, HTTPResponse)

  fileprivate func authorized(_ request: TransportRequest) async throws(StepFailure) -> (Data, HTTPResponse) {
    try await authorized(request, by: wholeResponse)
  }

  private func wholeResponse(
    by transport: any HTTPTransport, to request: TransportRequest
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    try await transport.send(request.head, body: request.body, options: request.options)
  }

  fileprivate func authorized(
    _ request: TransportRequest, with credential: Credential
  ) async throws(StepFailure) -> (Data, HTTPResponse) {
    try SecureURL.check(request.head)
    return try await send(request, with: credential, by: wholeResponse)
  }

  func authorized<Body>(
    _ request: TransportRequest, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) {
    let lease = try await validLease(for: TokenRequirement())
    let response = try await send(request, with: lease.credential, by: sending)
    // A new token doesn't help if the API doesn't accept the nonce of the proof, or if the user has to authenticate again.
    guard response.1.status == .unauthorized, !response.1.demandsNonce, StepUpDemand(response.1) == nil,
      let renewal, renewal.token(lease.credential) != nil
    else {
      return response
    }
    let fresh = try await session.renewed(lease) { renewal }
    return try await send(request, with: fresh.credential, by: sending)
  }

  /// Any status is a response for the caller to judge, so this doesn't use the endpoints' stricter rules.
  fileprivate func send<Body>(
    _ request: TransportRequest, with credential: Credential, by sending: Sending<Body>
  ) async throws(StepFailure) -> (Body, HTTPResponse) {
    var request = request
    let rules = configuration.resources
    let headers = configuration.headers(adding: rules.headers)
    for field in try values(for: credential).withFreshValues.fields(headers) {
      request.head.headerFields.setIfMissing(field.name, field.value)
    }
    let key = credential.sessionKey
    try request.present(credential.accessToken, as: rules.token, isBound: key != nil)
    let transport = try resourceTransport()
    return try await tokens.proofs.sending(request, with: credential.accessToken, boundTo: key, head: \.1) {
      request async throws(StepFailure) in
      do throws(TransportFailure) {
        return try await sending(transport, request)
      } catch {
        throw error.step(endpoint: .resource, limit: request.options.maximumBytes)
      }
    }
  }
}

extension ClientCore {
  /// The transport for requests to APIs. If tokens are bound to the client's certificate, it presents the certificate (RFC
  /// 8705 §3).
  private func resourceTransport() throws(StepFailure) -> any HTTPTransport {
    guard configuration.client.certificateBoundTokens else { return environment.transport }
    guard let certificate = setup.certificate else { throw .configuration(.missingClientCertificate) }
    do throws(ConfigurationFailure) { return try certificate.transport.get() } catch { throw .configuration(error) }
  }
}

extension TransportRequest {
  /// Puts the token where the provider's APIs expect it. It replaces an existing value.
  fileprivate mutating func present(
    _ token: Secret, as presentation: ProviderConfiguration.TokenPresentation, isBound: Bool
  ) throws(StepFailure) {
    guard let url = head.url else { return }
    var carrier = EndpointRequest(endpoint: .resource, url: url)
    try carrier.present(token, as: presentation, isBound: isBound)
    if carrier.url != url { head.path = carrier.url.authorityAndPath.path }
    for field in carrier.headers { head.headerFields[field.name] = field.value }
  }
}
