import AuthRuntime
import Foundation

/// A table of a database with encrypted credentials and their locks.
///
/// A lock has a number, an owner, and an expiration time by the database's clock. The numbers only grow, so a write with
/// the number of an earlier lock is rejected. If a connection breaks during a call, the table may repeat it.
package protocol CredentialTable: Sendable {
  /// Returns the contents of a row, or `nil` if there are none.
  func read(_ id: Data) async throws(StoreFailure) -> Data?

  /// Replaces the contents of a row. Returns only after the contents would survive a crash.
  ///
  /// - Parameters:
  ///   - contents: The contents, or `nil` to remove them.
  ///   - number: The number of the lock for writes, which must be the current one, or `nil` to write without a lock.
  /// - Returns: `false` if another owner has taken the lock, so nothing was written.
  func write(_ contents: Data?, to id: Data, number: Int64?) async throws(StoreFailure) -> Bool

  /// Takes a lock, with one atomic operation. If the same owner has it already, the call is a repetition.
  ///
  /// - Returns: The lock's number, or `nil` if another owner has the lock.
  func take(
    _ purpose: CredentialLockPurpose, of id: Data, owner: String, for hold: Duration
  ) async throws(StoreFailure) -> Int64?

  /// Extends a lock that wasn't released and that no other owner has taken.
  func extend(
    _ purpose: CredentialLockPurpose, of id: Data, number: Int64, for hold: Duration
  ) async throws(StoreFailure) -> Bool

  /// Releases a lock, unless another owner has taken it. Removes the row if it has neither contents nor locks.
  func release(_ purpose: CredentialLockPurpose, of id: Data, number: Int64) async throws(StoreFailure)
}
