import AuthRuntime
import Foundation

#if PostgreSQL
  import AuthPostgres
  import AuthWeb
#endif

/// The store that an argument of the program names.
enum ProbeStore {
  struct Unsupported: Error {
    let name: String
  }

  static func open(_ name: String, _ key: EncryptionKey, hold: Duration) async throws -> any CredentialStore {
    if name.hasPrefix("postgresql:") { return try await database(name, key, hold: hold) }
    if name == "keyring" {
      #if os(Linux)
        return SecretServiceStore(longestHold: hold)
      #else
        throw Unsupported(name: name)
      #endif
    }
    return EncryptedFileStore(folder: URL(fileURLWithPath: name), key: key, longestHold: hold)
  }

  private static func database(
    _ url: String, _ key: EncryptionKey, hold: Duration
  ) async throws -> any CredentialStore {
    #if PostgreSQL
      let database = PostgresDatabase(try PostgresConfiguration(url: Secret(url)))
      try await database.migrate()
      return PostgresCredentialStore(database, keys: WebKeys(key), longestHold: hold)
    #else
      throw Unsupported(name: url)
    #endif
  }
}
