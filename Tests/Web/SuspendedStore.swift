import AuthRuntime
import AuthWeb
import Foundation
import TestSupport

/// A store whose server is suspended just before it writes the tokens of a refresh, or whose database fails.
final class SuspendedStore: WebSessionStore {
  private enum State: Sendable, Equatable { case running, willSuspend, suspended }

  private let store: MemorySessionStore
  private let state = Locked(State.running)

  init(_ store: MemorySessionStore) { self.store = store }

  func suspend() { state.withLock { $0 = .willSuspend } }
  func failNextRemoval() { failsNextRemoval.withLock { $0 = true } }
  func isSuspended() async { await state.wait { $0 == .suspended } }
  func resume() { state.withLock { $0 = .running } }

  func replaceContents(_ contents: Data, holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
    // The first write is the intent to refresh, and the second one stores the tokens.
    writes.withLock { $0 += 1 }
    if writes.value == 2, state.value == .willSuspend {
      state.withLock { $0 = .suspended }
      await state.wait { $0 == .running }
    }
    return await store.replaceContents(contents, holding: lease)
  }

  private let writes = Locked(0)
  private let failsNextRemoval = Locked(false)

  func insert(_ record: WebSessionRecord) async throws(StoreFailure) { try await store.insert(record) }
  func find(_ id: SessionIDHash) async -> WebSessionRecord? { await store.find(id) }
  func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async {
    await store.touch(id, usedAt: date, expiresAt: expiresAt)
  }
  func remove(_ id: SessionIDHash) async -> Bool { await store.remove(id) }
  func removeSessions(of client: WebSessionClient, issuerSessionID: String) async throws(StoreFailure) -> Int {
    let fails = failsNextRemoval.withLock { fails in
      defer { fails = false }
      return fails
    }
    if fails { throw .unavailable("the database failed") }
    return await store.removeSessions(of: client, issuerSessionID: issuerSessionID)
  }
  func removeSessions(of client: WebSessionClient, subject: String, except kept: SessionIDHash?) async -> Int {
    await store.removeSessions(of: client, subject: subject, except: kept)
  }
  func removeExpired(at date: Date, limit: Int) async -> Int { await store.removeExpired(at: date, limit: limit) }
  func takeLease(on id: SessionIDHash, owner: String, for duration: Duration) async -> WebSessionLeaseResult {
    await store.takeLease(on: id, owner: owner, for: duration)
  }
  func extend(_ lease: WebSessionLease, for duration: Duration) async -> Bool {
    // The server is suspended, and its background task with it.
    state.value == .suspended ? false : await store.extend(lease, for: duration)
  }
  func release(_ lease: WebSessionLease) async { await store.release(lease) }
  func remove(holding lease: WebSessionLease) async -> Bool { await store.remove(holding: lease) }
  func remember(_ value: RememberedValue) async -> Bool { await store.remember(value) }
  func isRemembered(_ value: RememberedValue) async -> Bool { await store.isRemembered(value) }
}
