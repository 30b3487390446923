import Foundation

/// The reason that a session couldn't be renewed. Unless it ``ended(_:)`` or ``expired(_:)``, it continues.
public enum SessionFailure: Error, Sendable, Hashable {
  /// The server can't be reached, or can't process the request now. The session is kept: going offline doesn't sign the user
  /// out.
  case offline(Outage)
  /// The server received too many requests. The session is kept.
  case rateLimited(retryAfter: Duration?, endpoint: Endpoint)
  /// The server responded to the refresh with 400 or 401, without a reason. The refresh token is probably invalid, but the
  /// session is kept because this isn't certain.
  case rejected(Int)
  /// The server rejected the refresh token permanently. The user is signed out, and the store deletes the session if it can.
  case ended(SessionEnd)
  /// The session has reached the time limit that the provider set at sign-in, even if its tokens are still valid. The
  /// user is signed out.
  case expired(Date)
  /// The session's tokens are bound to a key that this device can't use, for example because the key is in the Secure Enclave of
  /// another device. The session stays in the store.
  case keyUnavailable
  /// The store didn't save the new tokens. They are in use, and each later token request tries to save them again. If the
  /// process ends before that succeeds, the tokens are lost unless you save the associated credential yourself.
  case unsaved(Credential, StoreFailure)
}

extension SessionFailure {
  /// The reason that the server couldn't process a request.
  public enum Outage: Sendable, Hashable {
    /// The server didn't respond.
    case network(NetworkFailure, endpoint: Endpoint)
    /// The server responded with a status of 500 or above.
    case status(Int, endpoint: Endpoint)
    /// The server returned a temporary error: `temporarily_unavailable`, `server_error`, or an error that the
    /// descriptor marks to be retried later. The status doesn't matter.
    case error(ServerError)
  }
}

/// How a session ended.
public struct SessionEnd: Sendable, Hashable {
  /// The server's error: `invalid_grant` (RFC 6749 §5.2), or one that the descriptor lists in `refresh.session_ending_errors`.
  public let error: ServerError
  /// The start of a refresh whose response was lost, if there was one. A server that detects reuse treats the next refresh as
  /// theft and ends the session (RFC 9700 §4.14.2).
  public let unconfirmedRefresh: Date?
  /// Whether the session had a token from before the last rotation, which the server accepts during its overlap period.
  public let hadPreviousToken: Bool
}

extension SessionFailure: FailureReason {
  var explanation: String {
    switch self {
    case .offline(.network(let reason, let endpoint)):
      "the session couldn't be renewed: \(UnreachedEndpoint(endpoint: endpoint, reason: reason).explanation)"
    case .offline(.status(let status, let endpoint)):
      "the session couldn't be renewed: \(endpoint) responded with status \(status)"
    case .offline(.error(let error)): "the session couldn't be renewed: \(error.explanation)"
    case .rateLimited(_, let endpoint):
      "the session couldn't be renewed: the server received too many requests for \(endpoint)"
    case .rejected(let status): "the server didn't renew the session: it responded with status \(status) and no reason"
    case .ended(let end): end.explanation
    case .expired: "the session has reached the end that the provider set at sign-in"
    case .keyUnavailable: "the session's tokens are bound to a key that this device can't use"
    case .unsaved(_, let reason): "the session was renewed, but the new tokens couldn't be saved: \(reason.explanation)"
    }
  }

  var recovery: Recovery {
    switch self {
    case .offline(.error(let error)): .retry(after: error.retryAfter)
    case .offline: .retry(after: nil)
    case .rateLimited(let delay, _): .retry(after: delay)
    case .rejected, .ended, .expired, .keyUnavailable: .reauthenticate
    case .unsaved(_, let reason): reason.recovery
    }
  }
}

extension SessionEnd {
  fileprivate var explanation: String {
    let lost = unconfirmedRefresh == nil ? "" : ", after a refresh whose response was lost"
    let previous = hadPreviousToken ? "; it still had a token from before the last rotation" : ""
    return "the server ended the session\(lost): \(error.explanation)\(previous)"
  }
}
