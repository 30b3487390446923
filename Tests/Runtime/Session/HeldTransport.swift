import AuthRuntime
import Foundation

/// Sends every request, and holds back the first matching response until a test releases it.
struct HeldTransport: HTTPTransport {
  private let isHeld: @Sendable (TransportRequest) -> Bool
  private let arrivals = AsyncStream.makeStream(of: Void.self)
  private let releases = AsyncStream.makeStream(of: Void.self)

  /// - Parameter isHeld: Whether the response to this request is held back.
  init(holding isHeld: @escaping @Sendable (TransportRequest) -> Bool) {
    self.isHeld = isHeld
  }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    guard isHeld(TransportRequest(request, body, options)) else { return response }
    arrivals.continuation.finish()
    for await _ in releases.stream {}
    return response
  }

  /// Waits until a response is held back.
  func arrival() async {
    for await _ in arrivals.stream {}
  }

  /// Delivers the response that is held back. Later responses are delivered immediately.
  func release() {
    releases.continuation.finish()
  }
}

extension TransportRequest {
  /// Whether this is a token request with a refresh token.
  var isRefresh: Bool {
    head.url?.path == "/token" && String(decoding: body ?? .init(), as: UTF8.self).contains("grant_type=refresh_token")
  }
}
