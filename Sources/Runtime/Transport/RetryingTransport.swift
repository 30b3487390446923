import Foundation
import HTTPTypes

/// Retries requests that may be sent twice, after a pause that grows and varies between clients (RFC 9110 §9.2.2).
///
/// It never retries a request that uses up a code or a refresh token, because the server may have received it.
struct RetryingTransport: HTTPTransport {
  static let attempts = 3
  static let firstPause = Duration.milliseconds(250)
  /// The longest pause. If the server requires a longer one, the caller gets the response (RFC 9110 §10.2.3).
  static let maximumPause = Duration.seconds(5)

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
        guard let delay = wait(after: response.1, attempt) else { return response }
        pause = delay
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

  /// Returns the pause before the next attempt, or `nil` if the response is final or the server requires a longer
  /// pause.
  private func wait(after response: HTTPResponse, _ attempt: Int) -> Duration? {
    guard [429, 502, 503, 504].contains(response.status.code) else { return nil }
    guard let retryAfter = response.retryAfter else { return Self.pause(attempt) }
    // The additional pause spreads clients that received the same value.
    return retryAfter <= Self.maximumPause ? retryAfter + Self.pause(attempt) : nil
  }

  /// Whether the same request may succeed a moment later. After a timeout or an invalid certificate, a retry isn't
  /// useful.
  private static func isPassing(_ failure: TransportFailure) -> Bool {
    switch failure {
    case .network(.unreachable), .network(.interrupted): true
    default: false
    }
  }

  /// Returns a random time between half of the pause and the whole pause, which doubles with each attempt. It spreads
  /// clients that lost the connection at the same time.
  static func pause(_ attempt: Int) -> Duration {
    firstPause * (1 << (attempt - 1)) * Double.random(in: 0.5...1)
  }
}
