import Foundation
import HTTPTypes

/// Asks again where asking twice does no harm, after a pause that grows and differs from client to client (RFC 9110 §9.2.2).
///
/// What spends a code or a refresh token is never asked again here: nobody knows whether the server has seen it.
struct RetryingTransport: HTTPTransport {
  static let attempts = 3
  static let firstPause = Duration.milliseconds(250)
  /// A server that wants a longer pause gets it from the caller, who is told (RFC 9110 §10.2.3).
  static let longestPause = Duration.seconds(5)

  let base: any HTTPTransport
  let clock: any Clock<Duration>

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard options.isRepeatable else { return try await base.send(request, body: body, options: options) }
    for attempt in 1..<Self.attempts {
      let pause: Duration
      do throws(TransportFailure) {
        let response = try await base.send(request, body: body, options: options)
        guard let asked = wait(after: response.1, attempt) else { return response }
        pause = asked
      } catch {
        guard Self.isPassing(error) else { throw error }
        pause = Self.pause(attempt)
      }
      do { try await clock.sleep(for: pause) } catch { throw .cancelled }
    }
    return try await base.send(request, body: body, options: options)
  }

  func stream(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
    try await base.stream(request, body: body, options: options)
  }

  /// How long to wait before asking again; `nil` when the answer is one, or the server wants more time than there is.
  private func wait(after response: HTTPResponse, _ attempt: Int) -> Duration? {
    guard [429, 502, 503, 504].contains(response.status.code) else { return nil }
    guard let asked = response.retryAfter else { return Self.pause(attempt) }
    // Everybody was told the same time.
    return asked <= Self.longestPause ? asked + Self.pause(attempt) : nil
  }

  /// Whether the same request may work a moment later. Who did not answer for half a minute has had a chance, and a
  /// certificate does not become better.
  private static func isPassing(_ failure: TransportFailure) -> Bool {
    switch failure {
    case .network(.unreachable), .network(.interrupted): true
    default: false
    }
  }

  /// Between half of a time that doubles and all of it, so that clients that were cut off together do not come back together.
  static func pause(_ attempt: Int) -> Duration {
    firstPause * (1 << (attempt - 1)) * Double.random(in: 0.5...1)
  }
}
