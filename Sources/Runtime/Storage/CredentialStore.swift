/// Whose credential it is.
public struct CredentialKey: Sendable, Hashable {
  /// Who gave it.
  public var issuer: String
  /// To which client.
  public var clientID: String
  /// Which of several accounts, by the app's own name for it; `nil` for the one of a client that has no others.
  public var account: String?

  /// What a session is filed under: the server, the app, and which of several users.
  public init(issuer: String, clientID: String, account: String? = nil) {
    self.issuer = issuer
    self.clientID = clientID
    self.account = account
  }
}

/// Keeps credentials.
///
/// A store that fails must say so: "not there" (`nil`) signs a user out, a failure does not.
public protocol CredentialStore: Sendable {
  /// What is there now, never a copy that this process keeps: others may have written.
  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential?
  /// Keeps all of ``Credential/encoded()``, and returns when it would survive a crash.
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure)
  /// What is not there is removed already.
  func remove(_ key: CredentialKey) async throws(StoreFailure)

  /// Waits until no other process uses this credential for the same purpose.
  ///
  /// - Parameters:
  ///   - key: Whose credential it is.
  ///   - purpose: What it is used for. Locks of different purposes do not exclude each other.
  ///   - clock: Measures the waiting.
  /// - Returns: `nil` for a store that only this process sees, where nothing else writes.
  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)?
}

extension CredentialStore {
  public func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    nil
  }
}

/// What a credential is locked for. The two do not exclude each other: whoever refreshes writes, too.
public enum CredentialLockPurpose: String, Sendable, Hashable {
  /// To refresh it: the credential is read again, exchanged at the server, and written.
  case refresh
  /// To look whether it is still the one that is known, and to write it: for a moment only.
  case write
}

/// A lock on a credential that several processes share. ``FileLock`` works with any store, except in an app group on iOS.
///
/// Both functions may wait, for a database for example. A lock that isn't released, because its process ended, has to end by itself.
public protocol CredentialLock: Sendable {
  /// Extends the lock for as long as it was taken for. The session calls this before each step that two processes must not both
  /// take.
  ///
  /// - Returns: `false` if the time was up or the lock can't be extended. Another process may have the lock, and this one stops.
  func extend() async -> Bool
  /// Releases the lock, so that another process can take it.
  ///
  /// The session calls this once for each lock, in a task that isn't canceled even if the refresh was, and waits for it.
  func release() async
}
