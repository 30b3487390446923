import HTTPTypes

extension Proofs {
  /// Sends a request with an access token. If the token is bound to a key, the request has a proof. If the server requires another
  /// nonce, the client repeats the request once (RFC 9449 §9).
  ///
  /// - Parameters:
  ///   - request: The request, which already contains the token.
  ///   - key: The key of the token, or `nil` for a bearer token.
  ///   - head: Returns the head of a response.
  func sending<Response>(
    _ request: TransportRequest, with token: Secret, boundTo key: SessionKey?, head: (Response) -> HTTPResponse,
    by send: (TransportRequest) async throws(StepFailure) -> Response
  ) async throws(StepFailure) -> Response {
    guard let key else { return try await send(request) }
    var request = request
    // A server accepts a proof only once.
    request.options.isRepeatable = false
    let nonce = try await add(to: &request.head, by: key, for: token)
    let response = try await send(request)
    let isNew = read(head(response), to: request.head, after: nonce)
    guard isNew, head(response).demandsNonce else { return response }
    let second = try await add(to: &request.head, by: key, for: token)
    let last = try await send(request)
    _ = read(head(last), to: request.head, after: second)
    return last
  }
}

extension HTTPResponse {
  /// Whether the error in the challenge of an API is `use_dpop_nonce` (RFC 9449 §9).
  var demandsNonce: Bool {
    status == .unauthorized
      && headerFields[.wwwAuthenticate].flatMap { BearerError($0, scheme: "dpop") }?.parameters["error"]
        == Proofs.useNonce
  }
}
