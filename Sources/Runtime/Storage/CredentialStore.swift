/// Identifies a stored credential.
public struct CredentialKey: Sendable, Hashable {
  /// The issuer of the credential.
  public var issuer: String
  /// The client that received it. It's empty for a client that registers itself, because its ID may change.
  public var clientID: String
  /// The app's name for one of several accounts, or `nil` if the client has only one.
  public var account: String?

  /// Creates a key from the server, the app, and the account.
  public init(issuer: String, clientID: String, account: String? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.account = account
  }
}

/// Stores credentials.
///
/// If a store can't read a credential, `load` must throw. Returning `nil` means that the user is signed out.
///
/// This store keeps credentials in the app's own database, with all parts of the key. ``Credential/encoded()`` contains the
/// tokens in clear text, so the database must encrypt its contents:
///
/// ```swift
/// struct DatabaseStore: CredentialStore {
///   let table: any Table
///
///   func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
///     guard let data = try await attempt({ try await table.read(id(of: key)) }) else { return nil }
///     return try Credential(encoded: data)
///   }
///
///   func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
///     try await attempt { try await table.write(credential.encoded(), id(of: key)) }
///   }
///
///   func remove(_ key: CredentialKey) async throws(StoreFailure) {
///     try await attempt { try await table.delete(id(of: key)) }
///   }
///
///   private func id(of key: CredentialKey) -> String {
///     [key.issuer, key.clientID, key.account ?? ""].joined(separator: "|")
///   }
///
///   private func attempt<Value>(_ body: () async throws -> Value) async throws(StoreFailure) -> Value {
///     do { return try await body() } catch { throw .unavailable("\(error)") }
///   }
/// }
/// ```
///
/// Pass it to the client as ``AuthEnvironment/store``. If several processes use the database, also implement
/// ``lock(_:for:clock:)``.
public protocol CredentialStore: Sendable {
  /// Returns the stored credential. A store must not return a cached copy, because other processes may have written in the
  /// meantime.
  ///
  /// - Throws: ``StoreFailure/corrupt`` if the stored data isn't a credential. ``StoreFailure/unavailable(_:)``,
  ///   ``StoreFailure/locked(_:)``, or ``StoreFailure/denied(_:)`` if the store can't be read now.
  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential?
  /// Saves all bytes of ``Credential/encoded()``, and returns when they would survive a crash.
  ///
  /// - Throws: ``StoreFailure/unavailable(_:)``, ``StoreFailure/locked(_:)``, or ``StoreFailure/denied(_:)`` if the
  ///   credential wasn't saved.
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure)
  /// Removes a credential. Does nothing if it doesn't exist.
  ///
  /// - Throws: ``StoreFailure/unavailable(_:)``, ``StoreFailure/locked(_:)``, or ``StoreFailure/denied(_:)`` if the
  ///   store may still contain the credential.
  func remove(_ key: CredentialKey) async throws(StoreFailure)

  /// Saves a credential like ``save(_:for:)``, unless another process has taken the lock.
  ///
  /// The process may be suspended between its last ``CredentialLock/extend()`` and this call, for longer than the lock lasts.
  /// Only a store that numbers its locks, and compares the number when it writes, can detect this. The default
  /// implementation calls ``save(_:for:)``.
  ///
  /// - Parameters:
  ///   - credential: The credential to save.
  ///   - key: The credential's key.
  ///   - lock: The lock that ``lock(_:for:clock:)`` returned for this write.
  /// - Returns: `false` if nothing was written, because another process has taken the lock. The session then takes the lock
  ///   again and reads the store.
  /// - Throws: The errors of ``save(_:for:)``.
  func save(
    _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool
  /// Removes a credential like ``remove(_:)``, unless another process has taken the lock: see
  /// ``save(_:for:holding:)``. The lock is `nil` if the store couldn't create one for a sign-out.
  ///
  /// - Throws: The errors of ``remove(_:)``.
  func remove(_ key: CredentialKey, holding lock: (any CredentialLock)?) async throws(StoreFailure) -> Bool

  /// Waits until no other process uses this credential for the same purpose.
  ///
  /// - Parameters:
  ///   - key: The credential to lock.
  ///   - purpose: The use of the credential. Locks for different purposes don't exclude each other.
  ///   - clock: The clock that measures the wait.
  /// - Returns: The lock, or `nil` if only this process can write to the store.
  /// - Throws: ``StoreFailure/unavailable(_:)`` if the store can't create the lock, the task was canceled, or another
  ///   process keeps the lock for too long.
  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)?
}

extension CredentialStore {
  public func save(
    _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool {
    try await save(credential, for: key)
    return true
  }

  public func remove(_ key: CredentialKey, holding lock: (any CredentialLock)?) async throws(StoreFailure) -> Bool {
    try await remove(key)
    return true
  }

  public func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    nil
  }
}

/// The purpose of a lock on a credential. The two purposes don't exclude each other, because a refresh also writes.
public enum CredentialLockPurpose: String, Sendable, Hashable {
  /// To refresh the credential: it is read again, exchanged at the server, and written.
  case refresh
  /// To check that the credential is still the known one, and to write it. This takes only a moment.
  case write
}

/// A lock on a credential that several processes share. ``FileLock`` works with any store, except in an app group on iOS.
///
/// Both functions may wait, for example for a database. If the process ends without releasing its lock, the lock must expire.
public protocol CredentialLock: Sendable {
  /// Extends the lock by its full duration. The session calls this before each step that only one process may take.
  ///
  /// - Returns: `false` if the lock has expired or can't be extended. Another process may then have the lock, and this one
  ///   stops.
  func extend() async -> Bool
  /// Releases the lock, so that another process can take it.
  ///
  /// The session calls this once for each lock, in a task that isn't canceled even if the refresh was, and waits for it.
  func release() async
}
