#if PostgreSQL && SQLite
  import AuthPostgres
  import AuthRuntime
  import AuthSQLite
  import AuthWeb
  import Foundation
  import TestSupport

  /// The stores that must all behave in the same way.
  enum SessionStoreKind: String, Sendable, CaseIterable {
    case memory, sqlite, postgres

    /// Runs a test with an empty store.
    func run(_ body: (SessionStoreFixture) async throws -> Void) async throws {
      let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
      switch self {
      case .memory:
        let start = ContinuousClock.now
        let store = MemorySessionStore(now: { start + .seconds(clock.value.timeIntervalSince1970) })
        try await body(SessionStoreFixture(store: store) { clock.withLock { $0 += 3600 } })
      case .sqlite:
        try await TemporaryDatabase.run(now: { clock.value }) { database, _ in
          let store = SQLiteSessionStore(database)
          try await body(SessionStoreFixture(store: store) { clock.withLock { $0 += 3600 } })
        }
      case .postgres:
        let server = try PostgresServer.running
        var schema = ""
        let database = try await server.database { schema = $0.schema }
        let fixture = SessionStoreFixture(store: PostgresSessionStore(database)) { [schema] in
          try await server.sql("UPDATE \"\(schema)\".auth_sessions SET lease_until = lease_until - interval '1 hour'")
        }
        try await body(fixture)
        database.close()
      }
    }
  }

  /// A store, and its time.
  struct SessionStoreFixture: Sendable {
    let store: any WebSessionStore
    /// Lets an hour pass for leases.
    let passHour: @Sendable () async throws -> Void
  }

  /// An SQLite database in its own folder.
  enum TemporaryDatabase {
    static func run(
      now: @escaping @Sendable () -> Date = { Date() }, _ body: (SQLiteDatabase, URL) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("sessions.sqlite")
      try await body(try await SQLiteDatabase.open(file, now: now), file)
    }
  }

  extension WebSessionRecord {
    /// A session that signed in at the given second and expires after an hour.
    static func sample(
      _ number: UInt8, subject: String = "ada", sid: String? = nil, client: WebSessionClient = .sample,
      expiresAt: Date = .second(3600)
    ) throws -> WebSessionRecord {
      WebSessionRecord(
        id: try id(number), client: client, subject: subject, issuerSessionID: sid, createdAt: .second(0),
        lastUsedAt: .second(0), expiresAt: expiresAt, absoluteExpiresAt: .second(86_400),
        contents: Data("contents of \(number)".utf8))
    }

    static func id(_ number: UInt8) throws -> SessionIDHash {
      guard let id = SessionIDHash(bytes: Data(repeating: number, count: SessionIDHash.length)) else {
        throw SetUpFailure("no ID")
      }
      return id
    }
  }

  extension WebSessionClient {
    static let sample = WebSessionClient(provider: "auth0", issuer: "https://acme.example/", clientID: "web")
  }

  extension Date {
    /// A second of the year 2023. PostgreSQL compares it with its own clock.
    static func second(_ number: TimeInterval) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + number) }
  }
#endif
