import AuthRuntime
import Foundation

/// The stores for sessions.
enum SessionStore {
  /// The alternatives on a platform without a secret store.
  static let choices =
    "--store file --key-file FILE --create-key stores sessions in encrypted files; --no-store stores nothing"

  /// - Throws: ``ReportedFailure`` if the store isn't available.
  static func of(_ profile: Profile) throws(ReportedFailure) -> any CredentialStore {
    switch profile.store {
    case .system: return try system()
    case .file: return try files(key: profile.keyFile)
    }
  }

  /// The platform's secret store.
  static func system() throws(ReportedFailure) -> any CredentialStore {
    #if os(Linux)
      return SecretServiceStore()
    #elseif canImport(Security)
      return KeychainStore(service: "authctl")
    #elseif os(Windows)
      return ProtectedFileStore.dataProtection(folder: URL(fileURLWithPath: CommandFolder.sessions))
    #else
      throw ReportedFailure(line: "noStore: this system's secret store isn't supported yet (\(choices))")
    #endif
  }

  /// Encrypted files.
  static func files(key: String?) throws(ReportedFailure) -> any CredentialStore {
    #if os(Windows)
      throw ReportedFailure(line: "noStore: this system doesn't support encrypted files (--no-store stores nothing)")
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
