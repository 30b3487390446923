import Crypto
import Foundation

/// Keeps each credential in an encrypted file of its own, under a key that the platform protects: for platforms that have
/// keys rather than a vault, Android's Keystore and Windows' DPAPI. Several processes may share it: one refreshes at a time.
///
/// On Android the app hands in two closures that wrap and unwrap 32 bytes with a key of the Android Keystore. On Windows use
/// `dataProtection(folder:longestHold:)`. What happens with the closures and the files is tested on Linux; it was **not
/// run** on Android or Windows.
///
/// A file is written whole, flushed, and put in the place of the old one. Links are not followed; where files have
/// permissions, those that others may read are rejected.
///
/// On iOS, tvOS, watchOS and visionOS, its locks are files with an expiration time, as those of `KeychainStore` in an app group.
public struct ProtectedFileStore: CredentialStore {
  private static let longest = 1 << 20

  private let folder: PrivateFolder
  private let protect: HostCall
  private let unprotect: HostCall
  private let longestHold: Duration
  var locks = LockKind.shared

  /// A store whose key the app protects.
  ///
  /// The closures may ask the user for a finger or a PIN. When they fail they throw a ``KeyProtectorFailure``; any other
  /// error counts as ``KeyProtectorFailure/unavailable(_:)``. Nobody is signed out by a failure.
  ///
  /// - Parameters:
  ///   - folder: A folder of the user's own; it is made, with the ones above it, when it is missing. On Android one below
  ///     `Context.getNoBackupFilesDir()`: the key is not part of a backup, so that the files would be of no use in one.
  ///   - timeLimit: How long a closure may take. It is cancelled then, and its answer is not waited for. Give a closure that
  ///     asks the user less time than `longestHold`: a session may be locked while it waits.
  ///   - clock: Measures that time.
  ///   - longestHold: How long a process may take for one request, or for writing, before another one takes it for dead.
  ///   - protect: Encrypts the 32 bytes that it is given, and authenticates them. Makes the platform's key when there is none.
  ///   - unprotect: Gives back what `protect` was given.
  public init(
    folder: URL, timeLimit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
    longestHold: Duration = FileLock.longestHold, protect: @escaping @Sendable (Data) async throws -> Data,
    unprotect: @escaping @Sendable (Data) async throws -> Data
  ) {
    self.folder = PrivateFolder(path: folder.path)
    self.protect = HostCall(closure: protect, timeLimit: timeLimit, clock: clock)
    self.unprotect = HostCall(closure: unprotect, timeLimit: timeLimit, clock: clock)
    self.longestHold = longestHold
  }

  /// - Throws: ``StoreFailure/corrupt`` when the file is damaged, or its key is lost; ``StoreFailure/locked(_:)``,
  ///   ``StoreFailure/denied(_:)`` and ``StoreFailure/unavailable(_:)`` when the key cannot be used now.
  public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    guard
      let bytes = try await BlockingWork.run({ () throws(StoreFailure) in
        try folder.read(key.protectedFileName, atMost: Self.longest)
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
    // A new one each time, so that nothing depends on how often a platform's key may be used.
    let own = SymmetricKey(size: .bits256)
    let protected: Data
    do throws(KeyProtectorFailure) { protected = try await protect(own.withUnsafeBytes { Data($0) }) } catch {
      throw error.whenWriting
    }
    let envelope = ProtectedEnvelope(credential.encoded(), with: own, protectedAs: protected, for: key.label)
    guard let bytes = envelope?.bytes, bytes.count <= Self.longest else {
      throw .unavailable("the credential cannot be encrypted, or is longer than a megabyte")
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
