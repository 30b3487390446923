import AuthRuntime
import Foundation

/// Stores the sessions of a web app, which several servers may share.
///
/// A store never holds a transaction or a connection between two calls. If a connection breaks during a call, the call may
/// be repeated: each has the same effect if it's made twice, except that the functions that return a number then return what
/// the second call found.
///
/// Errors are ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the database can't be used, and ``/AuthRuntime/StoreFailure/corrupt`` if a row can't be
/// read.
public protocol WebSessionStore: Sendable {
  /// Saves a new session. Returns only after the session would survive a crash. Overwrites nothing, because the ID is
  /// random.
  func insert(_ record: WebSessionRecord) async throws(StoreFailure)

  /// Returns a session, even if it has expired, or `nil` if it doesn't exist. Looks it up by the primary key.
  ///
  /// A store must not return a cached copy, because another server may have ended the session in the meantime.
  func find(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord?

  /// Records the time of a session's last use, unless a later time is already recorded. Does nothing if the session
  /// doesn't exist.
  ///
  /// AuthWeb doesn't call this function for every request. The update may be lost in a crash.
  func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async throws(StoreFailure)

  /// Removes a session.
  ///
  /// - Returns: `false` if it doesn't exist.
  @discardableResult
  func remove(_ id: SessionIDHash) async throws(StoreFailure) -> Bool

  /// Removes the sessions of this client that belong to a session at the issuer (`sid`). Uses an index.
  ///
  /// - Returns: The number of removed sessions.
  @discardableResult
  func removeSessions(of client: WebSessionClient, issuerSessionID: String) async throws(StoreFailure) -> Int

  /// Removes the sessions of a user of this client. Uses an index.
  ///
  /// - Parameters:
  ///   - client: The client whose sessions are removed.
  ///   - subject: The user (`sub`).
  ///   - kept: A session to keep, usually `nil`.
  /// - Returns: The number of removed sessions.
  @discardableResult
  func removeSessions(
    of client: WebSessionClient, subject: String, except kept: SessionIDHash?
  ) async throws(StoreFailure) -> Int

  /// Removes sessions and remembered values that expired at that time or earlier. Uses the indexes on the expiration dates.
  ///
  /// - Parameters:
  ///   - date: The current time.
  ///   - limit: The maximum number of rows to remove in this call, so that no statement takes long.
  /// - Returns: The number of removed rows. If it's less than `limit`, none are left.
  @discardableResult
  func removeExpired(at date: Date, limit: Int) async throws(StoreFailure) -> Int

  /// Takes the session's lease, if no other owner has it, with one atomic operation. In SQL:
  ///
  /// ```sql
  /// UPDATE sessions SET fence = fence + 1, lease_owner = $2, lease_until = now() + $3
  /// WHERE id = $1 AND (lease_until IS NULL OR lease_until <= now()) RETURNING fence
  /// ```
  ///
  /// If the lease isn't over and has the same owner, the call is a repetition after a lost response. It succeeds again and
  /// doesn't change the number. The time is measured by the store's clock, because the servers' clocks may differ.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - owner: A random string for this attempt.
  ///   - duration: The time after which another owner may take the lease.
  func takeLease(
    on id: SessionIDHash, owner: String, for duration: Duration
  ) async throws(StoreFailure) -> WebSessionLeaseResult

  /// Extends a lease so that it lasts for `duration` from now. An expired lease can be extended too, if no other owner has
  /// taken it.
  ///
  /// - Returns: `false` if the lease was released, another owner has taken it, or the session doesn't exist.
  func extend(_ lease: WebSessionLease, for duration: Duration) async throws(StoreFailure) -> Bool

  /// Releases a lease, so that another owner can take it. Does nothing if another owner has taken it.
  func release(_ lease: WebSessionLease) async throws(StoreFailure)

  /// Replaces the contents of a session, if its fencing number still equals the lease's. Returns only after the
  /// contents would survive a crash.
  ///
  /// - Returns: `false` if nothing was written, because the session doesn't exist or another owner has taken the lease.
  func replaceContents(_ contents: Data, holding lease: WebSessionLease) async throws(StoreFailure) -> Bool

  /// Removes a session, if its fencing number still equals the lease's.
  ///
  /// - Returns: `false` if another owner has taken the lease. `true` if the session no longer exists.
  func remove(holding lease: WebSessionLease) async throws(StoreFailure) -> Bool

  /// Remembers a value until it expires, with one atomic operation.
  ///
  /// - Returns: `false` if the value is already remembered. If its date has passed, either result is correct.
  func remember(_ value: RememberedValue) async throws(StoreFailure) -> Bool

  /// Whether a value is remembered. If its date has passed, either result is correct.
  func isRemembered(_ value: RememberedValue) async throws(StoreFailure) -> Bool
}
