#if PostgreSQL && SQLite
  import AuthPostgres
  import AuthRuntime
  @testable import AuthSQLite
  import AuthWeb
  import Foundation
  import GRDB
  import TestSupport

  /// The stores in databases that several processes share.
  enum CredentialStoreKind: String, Sendable, CaseIterable {
    case sqlite, postgres

    /// Runs a test with an empty store.
    func run(_ body: (CredentialStoreFixture) async throws -> Void) async throws {
      switch self {
      case .sqlite:
        let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
        try await TemporaryDatabase.run(now: { clock.value }) { database, file in
          let fixture = CredentialStoreFixture(
            make: { SQLiteCredentialStore(database, keys: $0) }, passHour: { clock.withLock { $0 += 3600 } },
            stored: {
              // The log contains what isn't in the database yet.
              try ["", "-wal"].reduce(into: Data()) { $0 += try Data(contentsOf: URL(fileURLWithPath: file.path + $1)) }
            },
            count: {
              try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM auth_credentials") ?? -1 }
            })
          try await body(fixture)
        }
      case .postgres:
        let server = try PostgresServer.running
        var schema = ""
        let database = try await server.database { schema = $0.schema }
        let table = "\"\(schema)\".auth_credentials"
        let fixture = CredentialStoreFixture(
          make: { PostgresCredentialStore(database, keys: $0) },
          passHour: {
            try await server.sql(
              "UPDATE \(table) SET refresh_until = refresh_until - interval '1 hour', "
                + "write_until = write_until - interval '1 hour'")
          },
          stored: { Data(try await server.sql("SELECT id, encode(contents, 'escape') FROM \(table)").output.utf8) },
          count: { Int(try await server.sql("SELECT count(*) FROM \(table)").output.dropLast()) ?? -1 })
        try await body(fixture)
        database.close()
      }
    }
  }

  /// A store in a database, and its time.
  struct CredentialStoreFixture: Sendable {
    let key = EncryptionKey()
    /// Creates a store as another process would.
    let make: @Sendable (WebKeys) -> any CredentialStore
    /// Lets an hour pass for locks.
    let passHour: @Sendable () async throws -> Void
    /// The stored bytes.
    let stored: @Sendable () async throws -> Data
    /// The number of rows.
    let count: @Sendable () async throws -> Int

    var store: any CredentialStore { make(WebKeys(key)) }
  }
#endif
