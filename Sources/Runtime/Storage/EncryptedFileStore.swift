#if !os(Windows)
  import Crypto
  import Foundation

  /// Stores each credential in a separate file, encrypted and authenticated with AES-GCM, for machines without a secret store.
  /// Several processes may share the store. Only one refreshes at a time.
  ///
  /// ```swift
  /// guard let key = EncryptionKey(bytes: bytesOfTheKey) else { throw InvalidKey() }
  /// let store = EncryptedFileStore(folder: URL(filePath: "/var/lib/acme/sessions"), key: key)
  /// let environment = AuthEnvironment(store: store)
  /// ```
  ///
  /// A file is written completely and flushed before it replaces the old one, so neither a crash nor a full disk leaves a
  /// partial file. Links aren't followed, and files that other users can read are rejected.
  ///
  /// On iOS, tvOS, watchOS, and visionOS, its locks are files with an expiration time, like those of `KeychainStore` in an app
  /// group.
  public struct EncryptedFileStore: CredentialStore {
    private static let maximumBytes = 1 << 20

    private let folder: PrivateFolder
    private let key: SealedFile.Key
    private let longestHold: Duration
    var locks = LockKind.shared

    /// Creates a store that encrypts with a key.
    ///
    /// - Parameters:
    ///   - folder: A folder that belongs to the user. Missing folders are created.
    ///   - key: The key, which must be the same in all processes.
    ///   - longestHold: The longest time that a process may hold a lock, for one request or for writing, before another process
    ///     takes it over.
    public init(folder: URL, key: EncryptionKey, longestHold: Duration = FileLock.longestHold) {
      self.init(folder, .given(key.symmetric), longestHold)
    }

    /// Creates a store that encrypts with a key derived from a passphrase by scrypt (RFC 7914). For the first file that a
    /// process reads or writes, the derivation takes a large part of a second and at least 128 MB, which slows down guessing.
    /// Each file contains the parameters of the derivation.
    ///
    /// - Parameters:
    ///   - folder: A folder that belongs to the user. Missing folders are created.
    ///   - passphrase: The passphrase, which must be the same in all processes. An empty one is rejected by every call.
    ///   - longestHold: The longest time that a process may hold a lock, for one request or for writing, before another process
    ///     takes it over.
    public init(folder: URL, passphrase: Secret, longestHold: Duration = FileLock.longestHold) {
      self.init(folder, .passphrase(PassphraseKeys(passphrase, cost: .standard)), longestHold)
    }

    init(_ folder: URL, _ key: SealedFile.Key, _ longestHold: Duration = FileLock.longestHold) {
      (self.folder, self.key, self.longestHold) = (PrivateFolder(path: folder.path), key, longestHold)
    }

    /// - Throws: ``StoreFailure/corrupt`` if the file is damaged, or was written with another key or passphrase.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      try await BlockingWork.run { () throws(StoreFailure) in
        guard let bytes = try folder.read(key.fileName, atMost: Self.maximumBytes) else { return nil }
        guard let clear = SealedFile.open(bytes, with: self.key, label: key.bytes) else { throw .corrupt }
        return try Credential(encoded: clear)
      }
    }

    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      try await BlockingWork.run { () throws(StoreFailure) in
        guard let sealed = SealedFile.seal(credential.encoded(), with: self.key, label: key.bytes),
          sealed.count <= Self.maximumBytes
        else { throw .unavailable("the credential can't be encrypted, or is larger than a megabyte") }
        try folder.replace(key.fileName, with: sealed)
      }
    }

    public func remove(_ key: CredentialKey) async throws(StoreFailure) {
      try await BlockingWork.run { () throws(StoreFailure) in try folder.remove(key.fileName) }
    }

    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      try await BlockingWork.run { () throws(StoreFailure) in try folder.check() }
      let stem = "\(folder.path)/\(key.fileName).\(purpose.rawValue)"
      return try await locks.acquire(stem, for: longestHold, clock: clock)
    }
  }

  extension CredentialKey {
    fileprivate var bytes: Data { Data(label.utf8) }
    fileprivate var fileName: String { fileStem + ".credential" }
  }
#endif
