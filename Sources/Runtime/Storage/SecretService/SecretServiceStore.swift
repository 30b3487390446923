#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// Stores credentials in the desktop's keyring, with the Secret Service API (draft 0.2) of gnome-keyring, KWallet, or
  /// KeePassXC. It communicates over the session bus, which requires no additional packages.
  ///
  /// Each credential is a separate item with the attributes `xdg:schema` (`org.swift-auth.Credential`), `issuer`, `client_id`,
  /// and `account` (empty by default), so that `secret-tool` can find it.
  ///
  /// The session's algorithm is `plain`, so secrets cross the bus unencrypted. The bus listens on a Unix socket that only this
  /// user can connect to, and this user could request the secrets from the service anyway. The store checks that the other end
  /// belongs to this user. A monitor that this user attaches to the bus (`dbus-monitor`) can see the secrets.
  ///
  /// A locked keyring isn't an empty one: if it can't be unlocked, a call throws and the user stays signed in. The user may be
  /// asked to unlock it, and ``init(promptTime:callTime:longestHold:)`` sets the time limit. Other calls wait for the user.
  /// Canceling a task doesn't cancel a call, because the saved data may be the only copy.
  public struct SecretServiceStore: CredentialStore {
    private let line: SecretServiceQueue
    private let environment: [String: String]
    private let longestHold: Duration

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - promptTime: How long the user may take to unlock the keyring.
    ///   - callTime: How long the service may take for any other call.
    ///   - longestHold: The longest time that a process may hold a lock, for one request or for writing, before another process
    ///     takes it over.
    public init(
      promptTime: Duration = .seconds(60), callTime: Duration = .seconds(25),
      longestHold: Duration = FileLock.longestHold
    ) {
      self.init(
        in: ProcessInfo.processInfo.environment, SecretServiceTimes(call: callTime, prompt: promptTime),
        longestHold: longestHold)
    }

    init(
      in environment: [String: String], _ times: SecretServiceTimes, longestHold: Duration = FileLock.longestHold
    ) {
      line = SecretServiceQueue(in: environment, times)
      (self.environment, self.longestHold) = (environment, longestHold)
    }

    /// Returns the newest item with the key's attributes (Secret Service API draft 0.2, `SearchItems`, `GetSecret`).
    ///
    /// - Returns: `nil` only if an unlocked keyring doesn't contain the item.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the bus or the service doesn't respond. ``StoreFailure/locked(_:)`` if the
    ///   user didn't respond to the request to unlock the keyring, or if there isn't a default keyring.
    ///   ``StoreFailure/denied(_:)`` if the user dismissed the request. ``StoreFailure/corrupt`` if the item isn't a
    ///   credential.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      let attributes = try SecretItem.attributes(of: key)
      let bytes = try await line.run { service throws(SecretServiceError) in try service.load(attributes) }
      guard let bytes else { return nil }
      return try Credential(encoded: Data(bytes))
    }

    /// Replaces the stored credential in the default keyring (`CreateItem` with `replace`).
    ///
    /// - Throws: The errors of ``load(_:)``, except ``StoreFailure/corrupt``.
    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      let item = try SecretItem(credential, for: key)
      try await line.run { service throws(SecretServiceError) in try service.save(item) }
    }

    /// Removes all items with the key's attributes, and checks that they are gone (`Delete`).
    ///
    /// - Throws: The errors of ``load(_:)``, except ``StoreFailure/corrupt``.
    public func remove(_ key: CredentialKey) async throws(StoreFailure) {
      let attributes = try SecretItem.attributes(of: key)
      try await line.run { service throws(SecretServiceError) in try service.remove(attributes) }
    }

    /// Takes a ``FileLock`` in `XDG_RUNTIME_DIR`, because the keyring doesn't support locks. If that isn't set, the lock is in
    /// a folder of the user inside the temporary folder. All processes must use the same folder.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the folder can't be created, or if another user owns it or can write to it.
    ///   Also if the lock's file can't be opened, if the task was canceled, or if other processes keep the lock for too long.
    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      let folder = RuntimeFolder(in: environment)
      do throws(StoreFailure) { try PrivateFolder(path: folder.path).check() } catch {
        guard case .unavailable(let reason) = error else { throw error }
        throw .unavailable(folder.advice(for: reason))
      }
      let path = "\(folder.path)/\(key.fileStem).\(purpose.rawValue).lock"
      return try await FileLock.acquire(path, for: longestHold, clock: clock)
    }
  }
#endif
