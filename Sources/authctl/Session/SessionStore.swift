import AuthRuntime
import Foundation

/// The stores that a session can be kept in.
enum SessionStore {
  /// What to do where the platform has no store of secrets.
  static let choices =
    "--store file --key-file FILE --create-key keeps sessions in encrypted files; --no-store keeps nothing"

  /// - Throws: ``ReportedFailure`` when the store cannot be had.
  static func of(_ profile: Profile) throws(ReportedFailure) -> any CredentialStore {
    switch profile.store {
    case .system: return try system()
    case .file: return try files(key: profile.keyFile)
    }
  }

  /// The platform's store of secrets.
  static func system() throws(ReportedFailure) -> any CredentialStore {
    #if os(Linux)
      return SecretServiceStore()
    #elseif canImport(Security)
      return KeychainStore(service: "authctl")
    #elseif os(Windows)
      return ProtectedFileStore.dataProtection(folder: URL(fileURLWithPath: CommandFolder.sessions))
    #else
      throw ReportedFailure(line: "noStore: this system's store of secrets is not supported yet (\(choices))")
    #endif
  }

  /// Encrypted files.
  static func files(key: String?) throws(ReportedFailure) -> any CredentialStore {
    #if os(Windows)
      throw ReportedFailure(line: "noStore: there are no encrypted files on this system (--no-store keeps nothing)")
    #else
      guard let key else { throw ReportedFailure(line: "missingKey: --store file needs --key-file FILE as well") }
      return EncryptedFileStore(
        folder: URL(fileURLWithPath: CommandFolder.sessions), key: try SessionKey.read(key))
    #endif
  }
}

/// The key of encrypted files: 32 bytes in base64, in a file that nobody else may read.
enum SessionKey {
  static func read(_ path: String) throws(ReportedFailure) -> EncryptionKey {
    guard let data = try PrivateFile.contents(path, others: .nothing, atMost: 4096) else {
      throw ReportedFailure(line: "missingKey: there is no key file at \(path) (--create-key makes one at sign-in)")
    }
    guard let key = EncryptionKey(fileText: data) else {
      throw ReportedFailure(
        line: "unusableKey: \(path) does not hold 32 bytes in base64 (restore it, or sign in with another --key-file)")
    }
    return key
  }

  /// Makes a key in a file that is not there yet: an old one would be lost, and all sessions with it.
  static func create(_ path: String) throws(ReportedFailure) {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ReportedFailure(line: "keyExists: \(path) is there already (leave out --create-key to use it)")
    }
    try PrivateFile.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    try PrivateFile.create(path, with: Data(EncryptionKey().fileText.utf8))
  }
}
