import Crypto
import Foundation

/// Stores each credential in a separate encrypted file, with a key that the platform protects. It is meant for platforms that
/// protect keys but don't store secrets: Android (Keystore) and Windows (DPAPI). Several processes may share the store. Only
/// one refreshes at a time.
///
/// On Android, the app passes two closures that wrap and unwrap 32 bytes with a key of the Android Keystore. On Windows, use
/// `dataProtection(folder:longestHold:)`. The use of the closures and the files is tested on Linux, but was **not run** on
/// Android or Windows.
///
/// A file is written completely and flushed before it replaces the old one. Links aren't followed. On systems with file
/// permissions, files that other users can read are rejected.
///
/// On iOS, tvOS, watchOS, and visionOS, its locks are files with an expiration time, like those of `KeychainStore` in an app
/// group.
public struct ProtectedFileStore: CredentialStore {
  private static let maximumBytes = 1 << 20

  private let folder: PrivateFolder
  private let protect: AppCall
  private let unprotect: AppCall
  private let longestHold: Duration
  var locks = LockKind.shared

  /// Creates a store whose key the app protects.
  ///
  /// The closures may ask the user for a fingerprint or a PIN. To report a failure, they throw a ``KeyProtectorFailure``. Any other
  /// error is treated as ``KeyProtectorFailure/unavailable(_:)``. A failure never signs the user out.
  ///
  /// - Parameters:
  ///   - folder: A folder that belongs to the user. Missing folders are created. On Android, use a folder inside
  ///     `Context.getNoBackupFilesDir()`, because backups don't contain the key that is needed to read the files.
  ///   - timeLimit: How long a closure may take. Then it is canceled and its result is ignored. If a closure prompts the
  ///     user, use a limit below `longestHold`, because the session may be locked until the user responds.
  ///   - clock: The clock that measures the time limit.
  ///   - longestHold: The longest time that a process may hold a lock, for one request or for writing, before another process
  ///     takes it over.
  ///   - protect: Encrypts and authenticates the given 32 bytes. Creates the platform's key if it is missing.
  ///   - unprotect: Recovers the bytes that were passed to `protect`.
  public init(
    folder: URL, timeLimit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
    longestHold: Duration = FileLock.longestHold, protect: @escaping @Sendable (Data) async throws -> Data,
    unprotect: @escaping @Sendable (Data) async throws -> Data
  ) {
    self.folder = PrivateFolder(path: folder.path)
    self.protect = AppCall(closure: protect, timeLimit: timeLimit, clock: clock)
    self.unprotect = AppCall(closure: unprotect, timeLimit: timeLimit, clock: clock)
    self.longestHold = longestHold
  }

  /// - Throws: ``StoreFailure/corrupt`` if the file is damaged or its key is lost. ``StoreFailure/locked(_:)``,
  ///   ``StoreFailure/denied(_:)``, or ``StoreFailure/unavailable(_:)`` if the key can't be used now.
  public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    guard
      let bytes = try await BlockingWork.run({ () throws(StoreFailure) in
        try folder.read(key.protectedFileName, atMost: Self.maximumBytes)
      })
    else { return nil }
    guard let envelope = ProtectedEnvelope(bytes: bytes) else { throw .corrupt }
    let own: Data
    do throws(KeyProtectorFailure) { own = try await unprotect(envelope.protectedKey) } catch {
      throw error.whenReading
    }
    guard own.count == 32, let clear = envelope.open(with: SymmetricKey(data: own), for: key.label) else {
      throw .corrupt
    }
    return try Credential(encoded: clear)
  }

  public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    // Each file gets a new key, so the number of times that a platform's key may be used doesn't matter.
    let own = SymmetricKey(size: .bits256)
    let protected: Data
    do throws(KeyProtectorFailure) { protected = try await protect(own.withUnsafeBytes { Data($0) }) } catch {
      throw error.whenWriting
    }
    let envelope = ProtectedEnvelope(credential.encoded(), with: own, protectedAs: protected, for: key.label)
    guard let bytes = envelope?.bytes, bytes.count <= Self.maximumBytes else {
      throw .unavailable("the credential can't be encrypted, or is larger than a megabyte")
    }
    try await BlockingWork.run { () throws(StoreFailure) in try folder.replace(key.protectedFileName, with: bytes) }
  }

  public func remove(_ key: CredentialKey) async throws(StoreFailure) {
    try await BlockingWork.run { () throws(StoreFailure) in try folder.remove(key.protectedFileName) }
  }

  public func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await BlockingWork.run { () throws(StoreFailure) in try folder.check() }
    let stem = "\(folder.path)/\(key.protectedFileName).\(purpose.rawValue)"
    return try await locks.acquire(stem, for: longestHold, clock: clock)
  }
}

extension CredentialKey {
  fileprivate var protectedFileName: String { fileStem + ".protected" }
}
