/// The reason that the server couldn't be reached.
public enum NetworkFailure: Error, Sendable, Hashable {
  /// The client couldn't connect.
  case unreachable(host: String)
  /// The server's certificate isn't trusted, or the handshake failed.
  case untrustedServer(host: String)
  /// The server didn't respond in time.
  case noResponse(host: String)
  /// The connection broke before the response was complete.
  case interrupted(host: String)
}

extension NetworkFailure: FailureReason {
  var explanation: String {
    switch self {
    case .unreachable(let host): "can't connect to \(host)"
    case .untrustedServer(let host): "the TLS certificate of \(host) isn't trusted"
    case .noResponse(let host): "\(host) didn't respond in time"
    case .interrupted(let host): "the connection to \(host) broke"
    }
  }

  var recovery: Recovery {
    switch self {
    case .untrustedServer: .fix(.certificate)
    default: .retry(after: nil)
    }
  }
}

/// A network failure and the endpoint that couldn't be reached.
struct UnreachedEndpoint: FailureReason {
  let endpoint: Endpoint
  let reason: NetworkFailure

  var caseName: String { reason.caseName }
  var explanation: String { "\(reason.explanation) (\(endpoint))" }
  var recovery: Recovery { reason.recovery }
}
