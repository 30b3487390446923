import AuthRuntime
import AuthWeb
import Foundation
import TestSupport

/// A store that counts its calls, and in which some of them fail.
final class ObservedStore: WebSessionStore {
  enum Call: Sendable {
    case insert, find, touch, remove, removeSessions, removeExpired
    case takeLease, extend, release, replaceContents, remember, isRemembered
  }

  private let store: MemorySessionStore
  private let fails: @Sendable (Call, Int) -> Bool
  private let counts = Locked<[Call: Int]>([:])

  /// - Parameter fails: Whether a call fails. The second argument is the number of earlier calls of the same kind.
  init(_ store: MemorySessionStore, fails: @escaping @Sendable (Call, Int) -> Bool = { _, _ in false }) {
    (self.store, self.fails) = (store, fails)
  }

  /// The number of calls of one kind, including those that failed.
  func count(_ call: Call) -> Int { counts.value[call] ?? 0 }

  private func note(_ call: Call) throws(StoreFailure) {
    let number = counts.withLock { counts in
      counts[call, default: 0] += 1
      return counts[call] ?? 0
    }
    if fails(call, number - 1) { throw .unavailable("the database failed") }
  }

  func insert(_ record: WebSessionRecord) async throws(StoreFailure) {
    try note(.insert)
    try await store.insert(record)
  }
  func find(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
    try note(.find)
    return await store.find(id)
  }
  func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async throws(StoreFailure) {
    try note(.touch)
    await store.touch(id, usedAt: date, expiresAt: expiresAt)
  }
  func remove(_ id: SessionIDHash) async throws(StoreFailure) -> Bool {
    try note(.remove)
    return await store.remove(id)
  }
  func removeSessions(of client: WebSessionClient, issuerSessionID: String) async throws(StoreFailure) -> Int {
    try note(.removeSessions)
    return await store.removeSessions(of: client, issuerSessionID: issuerSessionID)
  }
  func removeSessions(
    of client: WebSessionClient, subject: String, except kept: SessionIDHash?
  ) async throws(StoreFailure) -> Int {
    try note(.removeSessions)
    return await store.removeSessions(of: client, subject: subject, except: kept)
  }
  func removeExpired(at date: Date, limit: Int) async throws(StoreFailure) -> Int {
    try note(.removeExpired)
    return await store.removeExpired(at: date, limit: limit)
  }
  func takeLease(
    on id: SessionIDHash, owner: String, for duration: Duration
  ) async throws(StoreFailure) -> WebSessionLeaseResult {
    try note(.takeLease)
    return await store.takeLease(on: id, owner: owner, for: duration)
  }
  func extend(_ lease: WebSessionLease, for duration: Duration) async throws(StoreFailure) -> Bool {
    try note(.extend)
    return await store.extend(lease, for: duration)
  }
  func release(_ lease: WebSessionLease) async throws(StoreFailure) {
    try note(.release)
    await store.release(lease)
  }
  func replaceContents(_ contents: Data, holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
    try note(.replaceContents)
    return await store.replaceContents(contents, holding: lease)
  }
  func remove(holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
    try note(.remove)
    return await store.remove(holding: lease)
  }
  func remember(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
    try note(.remember)
    return await store.remember(value)
  }
  func isRemembered(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
    try note(.isRemembered)
    return await store.isRemembered(value)
  }
}
