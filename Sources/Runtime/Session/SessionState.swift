/// What becomes of a session, as ``AuthClient/sessionStates()`` tells it.
public enum SessionState: Sendable, Hashable {
  /// Somebody is signed in: at the beginning, after a sign-in, or because another process has signed a user in.
  case signedIn
  /// The session has new tokens.
  case refreshed
  /// The session has ended: the server said no, its tokens were somebody else's, or the end came that the provider set. The
  /// user has to sign in again.
  case needsSignIn
  /// Nobody is signed in: at the beginning, after a sign-out, or because another process has signed the user out.
  case signedOut
}

/// Tells everybody who watches a session.
final class SessionWatchers: Sendable {
  private typealias Watcher = AsyncStream<SessionState>.Continuation
  private struct State: Sendable {
    var next = 0
    var watchers: [Int: Watcher] = [:]
  }

  /// A watcher that does not listen misses the oldest states, not the newest.
  private static let limit = 16
  private let state = Guarded(State())

  /// What happens from now on, after `first`.
  func stream(from first: SessionState?) -> AsyncStream<SessionState> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: SessionState.self, bufferingPolicy: .bufferingNewest(Self.limit))
    if let first { watcher.yield(first) }
    let id = state.withLock { state in
      state.next += 1
      state.watchers[state.next] = watcher
      return state.next
    }
    watcher.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[id] = nil } }
    return stream
  }

  func tell(_ news: SessionState) {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield(news) }
  }

  deinit {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.finish() }
  }
}
