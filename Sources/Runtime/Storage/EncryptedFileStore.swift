#if !os(Windows)
  import Crypto
  import Foundation

  /// Keeps each credential in a file of its own, encrypted and authenticated with AES-GCM, for machines without a store of
  /// secrets. Several processes may share it: one refreshes at a time.
  ///
  /// A file is written whole, flushed, and put in the place of the old one, so that neither a crash nor a full disk leaves half
  /// of one. Links are not followed, and files that others may read are refused.
  public struct EncryptedFileStore: CredentialStore {
    /// `SAGC` and the version of the format.
    private static let header = Data("SAGC\u{1}".utf8)
    private static let longest = 1 << 20

    private let folder: PrivateFolder
    private let key: EncryptionKey
    private let longestHold: Duration

    /// - Parameters:
    ///   - folder: A folder of the user's own; it is made, with the ones above it, when it is missing.
    ///   - key: The same in all processes.
    ///   - longestHold: How long a process may take for one request, or for writing, before another one takes it for dead.
    public init(folder: URL, key: EncryptionKey, longestHold: Duration = FileLock.longestHold) {
      self.folder = PrivateFolder(path: folder.path)
      self.key = key
      self.longestHold = longestHold
    }

    /// - Throws: ``StoreFailure/corrupt`` when the file is damaged, or was written with another key.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      guard
        let bytes = try await apart({ () throws(StoreFailure) in
          try folder.read(key.fileName, atMost: Self.longest)
        })
      else { return nil }
      guard bytes.starts(with: Self.header),
        let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(Self.header.count)),
        let clear = try? AES.GCM.open(box, using: self.key.symmetric, authenticating: Self.label(key))
      else { throw .corrupt }
      return try Credential(encoded: clear)
    }

    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      let box = try? AES.GCM.seal(credential.encoded(), using: self.key.symmetric, authenticating: Self.label(key))
      guard let combined = box?.combined, combined.count + Self.header.count <= Self.longest else {
        throw .unavailable("the credential cannot be encrypted, or is longer than a megabyte")
      }
      try await apart { () throws(StoreFailure) in try folder.replace(key.fileName, with: Self.header + combined) }
    }

    public func remove(_ key: CredentialKey) async throws(StoreFailure) {
      try await apart { () throws(StoreFailure) in try folder.remove(key.fileName) }
    }

    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      try await apart { () throws(StoreFailure) in try folder.check() }
      let path = "\(folder.path)/\(key.fileName).\(purpose.rawValue).lock"
      return try await FileLock.acquire(path, for: longestHold, clock: clock)
    }

    /// What a file's text is bound to, so that no file can take the place of another.
    private static func label(_ key: CredentialKey) -> Data {
      header + key.bytes
    }

    /// Flushing to a disk takes its time, which no thread should wait for that others need.
    private func apart<Value: Sendable>(
      _ work: @escaping @Sendable () throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
      let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: Result { () throws(StoreFailure) in try work() })
        }
      }
      return try result.get()
    }
  }

  extension CredentialKey {
    fileprivate var bytes: Data {
      // The lengths tell where one part ends.
      let parts = [issuer, clientID] + (account.map { [$0] } ?? [])
      return Data(parts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ").utf8)
    }

    /// Tells nothing about the provider, and fits every file system.
    fileprivate var fileName: String {
      Hex.encode(Array(SHA256.hash(data: bytes)).prefix(16)) + ".credential"
    }
  }
#endif
