import AuthRuntime
import Foundation

/// A lease that a server holds. It's extended in the background, because an exchange may take longer than the lease. A
/// server that is suspended or killed doesn't extend it.
final class SessionLock: CredentialLock {
  /// An exchange that needs more extensions than this has failed.
  private static let maximumExtensions = 60

  /// The lease, or `nil` if the session doesn't exist anymore.
  let lease: WebSessionLease?
  private let store: any WebSessionStore
  private let duration: Duration
  private let heartbeat: Task<Void, Never>?
  private let onRelease: @Sendable (SessionLock) -> Void
  /// Whether this is the lock of a write during a refresh.
  private let isNested: Bool
  private let isReleased = Guarded(false)

  init(
    _ lease: WebSessionLease?, in store: any WebSessionStore, for duration: Duration, clock: any Clock<Duration>,
    onRelease: @escaping @Sendable (SessionLock) -> Void
  ) {
    (self.lease, self.store, self.duration, self.onRelease) = (lease, store, duration, onRelease)
    isNested = false
    guard let lease else {
      heartbeat = nil
      return
    }
    heartbeat = Task {
      for _ in 0..<Self.maximumExtensions {
        guard (try? await clock.sleep(for: duration / 3)) != nil else { return }
        if let isCurrent = try? await store.extend(lease, for: duration), !isCurrent { return }
      }
    }
  }

  /// Creates the lock of a write during a refresh, which already has the lease. Releasing it does nothing.
  init(within outer: SessionLock) {
    (lease, store, duration) = (outer.lease, outer.store, outer.duration)
    (heartbeat, onRelease, isNested) = (nil, { _ in }, true)
    isReleased.withLock { $0 = true }
  }

  deinit { heartbeat?.cancel() }

  /// Extends the lease.
  ///
  /// - Returns: `false` if another server has the lease, or `nil` if the store can't be reached.
  func extended() async -> Bool? {
    guard let lease else { return false }
    return try? await store.extend(lease, for: duration)
  }

  /// Before new tokens are requested, the store must confirm the lease. When they're stored, the fencing number protects
  /// the store, and an outage must not lose them.
  func extend() async -> Bool { await extended() ?? isNested }

  func release() async {
    heartbeat?.cancel()
    let isFirst = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    guard isFirst else { return }
    onRelease(self)
    // If the database can't be reached, the lease expires.
    if let lease { try? await store.release(lease) }
  }
}

/// Takes the leases of one session.
struct SessionLeases: Sendable {
  private static let pauses = Duration.milliseconds(10)...(.milliseconds(250))
  /// The longest wait, as a multiple of the lease's duration.
  private static let patience = 6

  let id: SessionIDHash
  let store: any WebSessionStore
  let duration: Duration

  /// Waits for the lease, without holding a connection or a thread.
  ///
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the store can't be used, the task was canceled, or other servers keep the
  ///   lease for too long.
  func take(
    clock: any Clock<Duration>, onRelease: @escaping @Sendable (SessionLock) -> Void
  ) async throws(StoreFailure) -> SessionLock {
    let owner = RandomText.make()
    var wait = LockWait(
      for: "the session's lease", upTo: duration * Self.patience, pauses: Self.pauses, clock: clock,
      timeoutReason: "another server keeps the session's lease")
    while true {
      switch try await store.takeLease(on: id, owner: owner, for: duration) {
      case .taken(let lease): return SessionLock(lease, in: store, for: duration, clock: clock, onRelease: onRelease)
      case .missing: return SessionLock(nil, in: store, for: duration, clock: clock, onRelease: onRelease)
      case .busy: break
      }
      // Servers that wait for the same lease must not all ask at the same time.
      try await wait.pause { $0 * Double.random(in: 0.5...1) }
    }
  }
}
