import AuthRuntime
import Foundation

/// The credential of one web session, as the runtime's session uses it.
///
/// Servers exclude each other with the session's lease: a refresh takes it, and its writes use the same one. Each write
/// states the lease's fencing number, so a server that was suspended can't overwrite what another one has stored.
final class SessionCredentials: CredentialStore {
  /// The pauses between attempts to use the store, about ten seconds in all.
  private static let pauses: [Duration] = [
    .milliseconds(50), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(4),
  ]

  /// The only credential in this store.
  private let key: CredentialKey
  private let id: SessionIDHash
  private let store: any WebSessionStore
  private let sealer: Sealer
  private let leases: SessionLeases
  private let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  /// The lease of a refresh that is running in this process.
  private let held = Guarded<SessionLock?>(nil)

  init(
    _ key: CredentialKey, of id: SessionIDHash, in store: any WebSessionStore, sealer: Sealer, lease: Duration,
    environment: AuthEnvironment
  ) {
    self.key = key
    (self.id, self.store, self.sealer, now, clock) = (id, store, sealer, environment.now, environment.clock)
    leases = SessionLeases(id: id, store: store, duration: lease)
  }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    guard key == self.key else { return nil }
    // A refresh reads the store again before it writes.
    guard held.withLock({ $0 != nil }) else { return try await contents()?.credential }
    return try await repeated { () async throws(StoreFailure) in try await contents()?.credential }
  }

  /// Every write needs a lease.
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    throw .unavailable("the session's lease is missing")
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) { if key == self.key { try await store.remove(id) } }

  func save(
    _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool {
    guard key == self.key else { throw .unavailable("a web session has only one account") }
    guard let lease = (lock as? SessionLock)?.lease else { return false }
    return try await repeated { () async throws(StoreFailure) in
      // A concurrent sign-out removes the session, and nothing brings it back.
      guard var contents = try await contents() else { return false }
      contents.credential = credential
      return try await store.replaceContents(try contents.sealed(for: id, with: sealer), holding: lease)
    }
  }

  func remove(_ key: CredentialKey, holding lock: (any CredentialLock)?) async throws(StoreFailure) -> Bool {
    guard key == self.key else { return true }
    guard let lock = lock as? SessionLock else {
      try await store.remove(id)
      return true
    }
    guard let lease = lock.lease else { return true }
    return try await store.remove(holding: lease)
  }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    if purpose == .write, let outer = held.withLock({ $0 }), await outer.extended() != false {
      return SessionLock(within: outer)
    }
    let lock = try await leases.take(clock: clock) { [held] ended in
      held.withLock { if $0 === ended { $0 = nil } }
    }
    if purpose == .refresh, lock.lease != nil { held.withLock { $0 = lock } }
    return lock
  }

  /// Repeats an attempt while the database restarts, because the old refresh token may already be invalid.
  private func repeated<Value>(_ attempt: () async throws(StoreFailure) -> Value) async throws(StoreFailure) -> Value {
    for pause in Self.pauses {
      do throws(StoreFailure) { return try await attempt() } catch {
        guard case .unavailable = error, (try? await clock.sleep(for: pause)) != nil else { throw error }
      }
    }
    return try await attempt()
  }

  private func contents() async throws(StoreFailure) -> SessionContents? {
    guard let record = try await store.find(id), record.expiresAt > now() else { return nil }
    return try SessionContents(record.contents, of: id, with: sealer)
  }
}
