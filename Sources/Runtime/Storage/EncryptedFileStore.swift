#if !os(Windows)
  import Crypto
  import Foundation

  /// Keeps each credential in a file of its own, encrypted and authenticated with AES-GCM, for machines without a store of
  /// secrets. Several processes may share it: one refreshes at a time.
  ///
  /// A file is written whole, flushed, and put in the place of the old one, so that neither a crash nor a full disk leaves half
  /// of one. Links are not followed, and files that others may read are rejected.
  ///
  /// On iOS, tvOS, watchOS and visionOS, its locks are files with an expiration time, as those of `KeychainStore` in an app group.
  public struct EncryptedFileStore: CredentialStore {
    private static let longest = 1 << 20

    private let folder: PrivateFolder
    private let key: SealedFile.Key
    private let longestHold: Duration
    var locks = LockKind.shared

    /// - Parameters:
    ///   - folder: A folder of the user's own; it is made, with the ones above it, when it is missing.
    ///   - key: The same in all processes.
    ///   - longestHold: How long a process may take for one request, or for writing, before another one takes it for dead.
    public init(folder: URL, key: EncryptionKey, longestHold: Duration = FileLock.longestHold) {
      self.init(folder, .given(key.symmetric), longestHold)
    }

    /// Encrypts with what scrypt makes of a passphrase (RFC 7914). For the first file that a process reads or writes that takes
    /// a good part of a second and 128 MB or more, so that nobody tries many. Each file says how its key was made.
    ///
    /// - Parameters:
    ///   - folder: A folder of the user's own; it is made, with the ones above it, when it is missing.
    ///   - passphrase: The same in all processes. An empty one protects nothing, and is rejected by every call.
    ///   - longestHold: How long a process may take for one request, or for writing, before another one takes it for dead.
    public init(folder: URL, passphrase: Secret, longestHold: Duration = FileLock.longestHold) {
      self.init(folder, .passphrase(PassphraseKeys(passphrase, cost: .standard)), longestHold)
    }

    init(_ folder: URL, _ key: SealedFile.Key, _ longestHold: Duration = FileLock.longestHold) {
      (self.folder, self.key, self.longestHold) = (PrivateFolder(path: folder.path), key, longestHold)
    }

    /// - Throws: ``StoreFailure/corrupt`` when the file is damaged, or was written with another key or passphrase.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      try await BlockingWork.run { () throws(StoreFailure) in
        guard let bytes = try folder.read(key.fileName, atMost: Self.longest) else { return nil }
        guard let clear = SealedFile.open(bytes, with: self.key, label: key.bytes) else { throw .corrupt }
        return try Credential(encoded: clear)
      }
    }

    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      try await BlockingWork.run { () throws(StoreFailure) in
        guard let sealed = SealedFile.seal(credential.encoded(), with: self.key, label: key.bytes),
          sealed.count <= Self.longest
        else { throw .unavailable("the credential cannot be encrypted, or is longer than a megabyte") }
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
