#if PostgreSQL && SQLite
  import AuthPostgres
  import AuthRuntime
  import AuthSQLite
  import AuthWeb
  import Foundation

  /// The code of the article "Share sessions between servers".
  enum ShareSessionsExample {
    static func postgres(_ url: String) async throws -> PostgresSessionStore {
      // postgres begins
      let database = PostgresDatabase(try PostgresConfiguration(url: Secret(url)))
      try await database.migrate()
      let sessions = PostgresSessionStore(database)
      // postgres ends
      return sessions
    }

    static func sqlite() async throws -> SQLiteSessionStore {
      // sqlite begins
      let database = try await SQLiteDatabase.open(URL(filePath: "/var/lib/acme/sessions.sqlite"))
      let sessions = SQLiteSessionStore(database)
      // sqlite ends
      return sessions
    }

    static func removeExpired(_ sessions: some WebSessionStore) async throws {
      // expiry begins
      while !Task.isCancelled {
        try await sessions.removeAllExpired()
        try await Task.sleep(for: .seconds(60))
      }
      // expiry ends
    }

    static func keys(_ newKey: EncryptionKey, _ oldKey: EncryptionKey) -> WebKeys {
      // keys begins
      let keys = WebKeys(newKey, previous: [oldKey])
      // keys ends
      return keys
    }

    static func credentials(_ database: PostgresDatabase, _ keys: WebKeys) -> AuthEnvironment {
      // credentials begins
      let store = PostgresCredentialStore(database, keys: keys)
      let environment = AuthEnvironment(store: store)
      // credentials ends
      return environment
    }
  }
#endif
