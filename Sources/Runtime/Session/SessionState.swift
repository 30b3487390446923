/// A change of a session's state, as ``AuthClient/sessionStates()`` reports it.
///
/// ```swift
/// for await state in await client.sessionStates() {
///   if state == .needsSignIn { showSignIn() }
/// }
/// ```
public enum SessionState: Sendable, Hashable {
  /// A user is signed in: when the stream starts, after a sign-in, or because another process signed a user in.
  case signedIn
  /// The session has new tokens.
  case refreshed
  /// The session has ended: the server rejected the refresh token, the new tokens were for another user, or the
  /// provider's time limit passed. The user has to sign in again.
  case needsSignIn
  /// No user is signed in: when the stream starts, after a sign-out, or because another process signed the user out.
  case signedOut
}

/// Notifies all watchers of a session.
final class SessionWatchers: Sendable {
  private typealias Watcher = AsyncStream<SessionState>.Continuation
  private struct State: Sendable {
    var next = 0
    var watchers: [Int: Watcher] = [:]
  }

  /// The number of states that are buffered. A watcher that doesn't read misses the oldest ones.
  private static let limit = 16
  private let state = Guarded(State())

  /// Returns a stream of `first` and all later states.
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

  func notify(_ news: SessionState) {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield(news) }
  }

  deinit {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.finish() }
  }
}
