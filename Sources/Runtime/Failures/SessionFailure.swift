import Foundation

/// Why a session could not be renewed. Unless it ``ended(_:)`` or ``expired(_:)``, it goes on.
public enum SessionFailure: Error, Sendable, Hashable {
  /// The server cannot be reached, or cannot answer now. Everything is kept: being offline is no sign-out.
  case offline(Outage)
  /// The server asks to slow down. Everything is kept.
  case rateLimited(retryAfter: Duration?)
  /// The server answered 400 or 401 to the refresh, with nothing that says why: the refresh token is probably of no use any more.
  /// Everything is kept, for that is no definite no.
  case rejected(Int)
  /// The server rejects the refresh token for good. Nobody is signed in any more, and the store
  /// forgets the session, if it can.
  case ended(SessionEnd)
  /// The session has reached the end that the provider set when the user signed in, whatever its tokens are good for. Nobody is
  /// signed in any more.
  case expired(Date)
  /// New tokens came, and the store does not take them. They are in use, and each later request for a token tries to store them
  /// again. Should the process end before that works they are lost, unless you keep what is here.
  case unsaved(Credential, StoreFailure)
}

extension SessionFailure {
  /// Why a server does not answer.
  public enum Outage: Sendable, Hashable {
    /// No answer came.
    case network(NetworkFailure, endpoint: Endpoint)
    /// What a server answered that cannot answer now: 500 or above.
    case status(Int)
    /// What a server said that cannot answer now, with a status that means something else: `temporarily_unavailable`,
    /// `server_error`, or what the descriptor says to try later.
    case error(ServerError)
  }
}

/// How a session came to its end.
public struct SessionEnd: Sendable, Hashable {
  /// The server's definite no: `invalid_grant` (RFC 6749 §5.2), or what the descriptor lists as `refresh.session_ending_errors`.
  public let error: ServerError
  /// When a refresh began whose answer never arrived, if there was one. A server that detects reuse then takes the next
  /// refresh for a thief's, and ends the session (RFC 9700 §4.14.2).
  public let unconfirmedRefresh: Date?
  /// Whether there was a token from before the last rotation, which the server would have taken within its overlap.
  public let hadPreviousToken: Bool
}

extension SessionFailure: FailureReason {
  var explanation: String {
    switch self {
    case .offline(.network(let reason, let endpoint)):
      "the session could not be renewed now: \(UnreachedEndpoint(endpoint: endpoint, reason: reason).explanation)"
    case .offline(.status(let status)): "the session could not be renewed now: the server answered \(status)"
    case .offline(.error(let error)): "the session could not be renewed now: \(error.explanation)"
    case .rateLimited: "the session could not be renewed now: the server asks to slow down"
    case .rejected(let status): "the server did not renew the session, and did not say why: it answered \(status)"
    case .ended(let end): end.explanation
    case .expired: "the session has reached the end that the provider set at sign-in"
    case .unsaved(_, let reason): "the session was renewed, and the new tokens could not be kept: \(reason.explanation)"
    }
  }

  var recovery: Recovery {
    switch self {
    case .offline(.error(let error)): .retry(after: error.retryAfter)
    case .offline: .retry(after: nil)
    case .rateLimited(let delay): .retry(after: delay)
    case .rejected, .ended, .expired: .reauthenticate
    case .unsaved(_, let reason): reason.recovery
    }
  }
}

extension SessionEnd {
  fileprivate var explanation: String {
    let lost = unconfirmedRefresh == nil ? "" : ", after a refresh whose answer was lost"
    let previous = hadPreviousToken ? "; there was a token from before the last rotation" : ""
    return "the server ended the session\(lost): \(error.explanation)\(previous)"
  }
}
