import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `A lock in a table of credentials` {
  private let table = OutageTable()

  private func acquire() async throws -> TableLock<OutageTable> {
    try await TableLock.acquire(
      .refresh, of: Data("id".utf8), in: table, for: .seconds(10), clock: ContinuousClock())
  }

  @Test func `A released lock isn't extended, even if the table doesn't know of the release`() async throws {
    let lock = try await acquire()
    #expect(await lock.extend())
    await lock.release()
    #expect(await !lock.extend())
    #expect(table.calls.value == ["take", "extend", "release"])
  }

  @Test func `A lock is released once`() async throws {
    let lock = try await acquire()
    await lock.release()
    await lock.release()
    #expect(table.calls.value == ["take", "release"])
  }
}

/// A table that can't be reached when locks are released, so that they last until they expire.
private final class OutageTable: CredentialTable {
  let calls = Locked<[String]>([])

  func read(_ id: Data) async -> Data? { nil }
  func write(_ contents: Data?, to id: Data, number: Int64?) async -> Bool { false }
  func take(_ purpose: CredentialLockPurpose, of id: Data, owner: String, for hold: Duration) async -> Int64? {
    calls.withLock { $0.append("take") }
    return 1
  }
  func extend(_ purpose: CredentialLockPurpose, of id: Data, number: Int64, for hold: Duration) async -> Bool {
    calls.withLock { $0.append("extend") }
    return true
  }
  func release(_ purpose: CredentialLockPurpose, of id: Data, number: Int64) async throws(StoreFailure) {
    calls.withLock { $0.append("release") }
    throw .unavailable("the database failed")
  }
}
