import Foundation

extension TokenEndpoint {
  /// Returns the same endpoint for tokens that are bound to a key, or for bearer tokens.
  func bound(to key: SessionKey?) -> TokenEndpoint {
    var endpoint = self
    endpoint.key = key
    return endpoint
  }

  /// Sends a request with a proof. If the server requires a nonce, the client repeats the request once with it. The server
  /// checks the nonce first, so the first request used up no code and no refresh token (RFC 9449 §8).
  ///
  /// - Parameter again: Returns the request with new one-time values.
  func send(
    _ request: TransportRequest, to endpoint: Endpoint, by key: SessionKey,
    again: () async throws(StepFailure) -> TransportRequest
  ) async throws(StepFailure) -> TransportResponse {
    let first = try await sendOnce(request, to: endpoint, by: key)
    guard first.hasNewNonce, first.response.demandsNonce else { return first.response }
    return try await sendOnce(try await again(), to: endpoint, by: key).response
  }

  private func sendOnce(
    _ request: TransportRequest, to endpoint: Endpoint, by key: SessionKey
  ) async throws(StepFailure) -> (response: TransportResponse, hasNewNonce: Bool) {
    var request = request
    let nonce = try await proofs.add(to: &request.head, by: key)
    // A server accepts a proof only once.
    request.options.isRepeatable = false
    let response = try await transport(at: endpoint).send(request, to: endpoint)
    return (response, proofs.read(response.head, to: request.head, after: nonce))
  }
}

extension TransportResponse {
  /// Whether the error in the body is `use_dpop_nonce` (RFC 9449 §8).
  fileprivate var demandsNonce: Bool {
    (400..<500).contains(status) && JSONValue(parsing: body)?.object?["error"]?.string == Proofs.useNonce
  }
}
