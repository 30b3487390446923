#if os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Keeps credentials in the desktop's keyring, by the Secret Service API (draft 0.2): gnome-keyring, KWallet,
  /// KeePassXC. It is reached over the session bus, for which nothing has to be installed.
  ///
  /// Each credential is an item of its own, with the attributes `xdg:schema` (`org.swift-auth.Credential`), `issuer`,
  /// `client_id` and `account` (empty for none), so that `secret-tool` finds it, too.
  ///
  /// The session's algorithm is `plain`: the secret crosses the bus as it is. The bus listens on a Unix socket that
  /// lets in only this user, who may ask the service for the secret as well, and the other end is checked to be this
  /// user's. A monitor that this user attaches to the bus (`dbus-monitor`) does see it.
  ///
  /// A locked keyring is not an empty one: where it cannot be unlocked, a call throws, and nobody is signed out. The
  /// user may be asked to unlock it, for which ``init(promptTime:callTime:longestHold:)`` sets a limit; calls that come
  /// meanwhile wait. To cancel a task does not end a call, for what it saves may be the only copy.
  public struct SecretServiceStore: CredentialStore {
    private let line: SecretServiceQueue
    private let environment: [String: String]
    private let longestHold: Duration

    /// - Parameters:
    ///   - promptTime: How long the user may take to unlock the keyring.
    ///   - callTime: How long the service may take for anything else.
    ///   - longestHold: How long a process may take for one request, or for writing, before another one takes it for
    ///     dead.
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

    /// The newest item with the key's attributes (Secret Service API draft 0.2, `SearchItems`, `GetSecret`).
    ///
    /// - Returns: `nil` only when there is certainly none: it was searched for in an unlocked keyring.
    /// - Throws: ``StoreFailure/unavailable(_:)`` without a bus, or a service on it, that answers;
    ///   ``StoreFailure/locked(_:)`` when nobody has answered the request to unlock the keyring, or there is none;
    ///   ``StoreFailure/denied(_:)`` when the user has dismissed it; ``StoreFailure/corrupt`` when the item holds
    ///   something else.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      let attributes = try SecretItem.attributes(of: key)
      let bytes = try await line.run { service throws(SecretServiceError) in try service.load(attributes) }
      guard let bytes else { return nil }
      return try Credential(encoded: Data(bytes))
    }

    /// Puts the credential in the place of the one that is there, in the default keyring (`CreateItem` with `replace`).
    ///
    /// - Throws: What ``load(_:)`` throws, but for ``StoreFailure/corrupt``.
    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      let item = try SecretItem(credential, for: key)
      try await line.run { service throws(SecretServiceError) in try service.save(item) }
    }

    /// Removes all items with the key's attributes, and looks whether they are gone (`Delete`).
    ///
    /// - Throws: What ``load(_:)`` throws, but for ``StoreFailure/corrupt``.
    public func remove(_ key: CredentialKey) async throws(StoreFailure) {
      let attributes = try SecretItem.attributes(of: key)
      try await line.run { service throws(SecretServiceError) in try service.remove(attributes) }
    }

    /// A ``FileLock`` in `XDG_RUNTIME_DIR`, for the keyring knows no locks. Where that is not set, in a folder of the
    /// user's own among the temporary ones: processes exclude each other when they agree about it.
    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      let folder = PrivateFolder(path: lockFolder)
      try folder.check()
      let path = "\(folder.path)/\(key.fileStem).\(purpose.rawValue).lock"
      return try await FileLock.acquire(path, for: longestHold, clock: clock)
    }

    private var lockFolder: String {
      var isFolder: ObjCBool = false
      if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
        FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
      {
        return folder + "/swift-auth"
      }
      return FileManager.default.temporaryDirectory.path + "/swift-auth-\(geteuid())"
    }
  }
#endif
