import AuthDescriptor
import AuthRuntime
import Foundation

/// The stores for sessions.
enum SessionStore {
  /// The alternative to the platform's store that every sign-in has.
  static let fileChoice = "--store file --key-file FILE --create-key stores sessions in encrypted files"
  /// The alternatives of `authctl sign-in`, which doesn't have to store the session.
  static let choices = fileChoice + "; --no-store stores nothing"

  /// - Throws: ``ReportedFailure`` if the store isn't available.
  static func of(_ options: SavedOptions) throws(ReportedFailure) -> any CredentialStore {
    switch options.store {
    case .system: return try system()
    case .file: return try files(key: options.keyFile)
    }
  }

  /// Checks before a sign-in that the session can be saved.
  ///
  /// - Parameters:
  ///   - alternatives: The options that choose another store.
  ///   - report: Returns the message for any other failure.
  ///   - read: Reads the session.
  static func check(
    alternatives: String, report: (AuthFailure<AnyErrorCode>) -> ReportedFailure,
    _ read: () async throws(AuthFailure<AnyErrorCode>) -> Credential?
  ) async throws(ReportedFailure) {
    do throws(AuthFailure<AnyErrorCode>) {
      _ = try await read()
    } catch .store(.corrupt) {
      // The stored session is no longer usable, and the sign-in replaces it.
    } catch .store(.unavailable(let reason)) {
      throw ReportedFailure(
        line: "noStore: the store can't be used: \(reason.shown(limit: 300)) (\(alternatives))")
    } catch {
      throw report(error)
    }
  }

  /// The platform's secret store.
  private static func system() throws(ReportedFailure) -> any CredentialStore {
    #if os(Linux)
      return SecretServiceStore()
    #elseif canImport(Security)
      return KeychainStore(service: "authctl")
    #elseif os(Windows)
      return ProtectedFileStore.dataProtection(folder: URL(fileURLWithPath: CommandFolder.sessions))
    #else
      throw ReportedFailure(line: "noStore: this system's secret store isn't supported yet (\(fileChoice))")
    #endif
  }

  /// Encrypted files.
  private static func files(key: String?) throws(ReportedFailure) -> any CredentialStore {
    #if os(Windows)
      throw ReportedFailure(line: "noStore: this system doesn't support encrypted files (use --store system)")
    #else
      guard let key else { throw ReportedFailure(line: "missingKey: --store file requires --key-file FILE") }
      return EncryptedFileStore(
        folder: URL(fileURLWithPath: CommandFolder.sessions), key: try SessionKey.read(key))
    #endif
  }
}

/// The key for encrypted files: 32 bytes in Base64, in a file that only the user can read.
enum SessionKey {
  static func read(_ path: String) throws(ReportedFailure) -> EncryptionKey {
    guard let data = try PrivateFile.contents(path, others: .nothing, atMost: 4096) else {
      throw ReportedFailure(line: "missingKey: missing key file \(path) (to create it, sign in with --create-key)")
    }
    guard let key = EncryptionKey(fileText: data) else {
      throw ReportedFailure(
        line: "unusableKey: \(path) isn't 32 bytes in Base64 (restore it, or sign in with another --key-file)")
    }
    return key
  }

  /// Creates a key in a new file. Overwriting an existing key would make all its sessions unreadable.
  static func create(_ path: String) throws(ReportedFailure) {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ReportedFailure(line: "keyExists: \(path) already exists (leave out --create-key to use it)")
    }
    try PrivateFile.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    try PrivateFile.create(path, with: Data(EncryptionKey().fileText.utf8))
  }
}
