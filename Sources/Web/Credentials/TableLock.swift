import AuthRuntime
import Foundation

/// A lock in a table. It holds neither a connection nor a transaction.
final class TableLock<Table: CredentialTable>: CredentialLock {
  /// The longest wait, as a multiple of the longest hold: enough for a whole refresh with its retries.
  private static var patience: Int { 4 }
  private static var pauses: ClosedRange<Duration> { .milliseconds(5)...(.milliseconds(250)) }

  let number: Int64
  private let table: Table
  private let id: Data
  private let purpose: CredentialLockPurpose
  private let hold: Duration
  private let isReleased = Guarded(false)

  private init(_ table: Table, _ id: Data, _ purpose: CredentialLockPurpose, _ hold: Duration, _ number: Int64) {
    (self.table, self.id, self.purpose, self.hold, self.number) = (table, id, purpose, hold, number)
  }

  /// Waits for the lock and takes it.
  ///
  /// - Throws: ``StoreFailure/unavailable(_:)`` if the table can't be used, the task was canceled, or other processes keep the
  ///   lock for too long.
  static func acquire(
    _ purpose: CredentialLockPurpose, of id: Data, in table: Table, for hold: Duration, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> TableLock {
    let owner = RandomText.make()
    var wait = LockWait(
      for: "the lock", upTo: hold * patience, pauses: pauses, clock: clock,
      timeoutReason: "another process keeps the credential locked")
    while true {
      if let number = try await table.take(purpose, of: id, owner: owner, for: hold) {
        return TableLock(table, id, purpose, hold, number)
      }
      try await wait.pause()
    }
  }

  deinit {
    if end() {
      Task { [table, id, purpose, number] in
        // Without this, the lock would be over later.
        try? await table.release(purpose, of: id, number: number)
      }
    }
  }

  func extend() async -> Bool {
    guard !isReleased.withLock({ $0 }) else { return false }
    return (try? await table.extend(purpose, of: id, number: number, for: hold)) ?? false
  }

  func release() async {
    if end() { try? await table.release(purpose, of: id, number: number) }
  }

  /// - Returns: `false` if the lock was already released.
  private func end() -> Bool {
    isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
  }
}
