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

/// Held while a credential is used that other processes share. ``FileLock`` is one for any store, except in an app group on iOS.
public protocol CredentialLock: Sendable {
  /// Says that the work goes on, and asks for as much time as at the beginning. Asked before everything that must not be done
  /// twice.
  ///
  /// - Returns: `false` when the time was up: another process may have taken over, and this one must stop.
  func extend() -> Bool
  /// The work is done: others may have the lock.
  func release()
}
