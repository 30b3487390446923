#if PostgreSQL
  import AuthRuntime
  import AuthWeb
  import Foundation

  /// Stores the credentials of an ``/AuthRuntime/AuthClient`` in PostgreSQL, encrypted with the app's keys. Several servers may
  /// share the store. Only one refreshes a credential at a time.
  ///
  /// For the sessions of a web app, use ``PostgresSessionStore``.
  public struct PostgresCredentialStore: CredentialStore {
    private let store: TableCredentialStore<PostgresCredentialTable>

    /// Creates a store. Create the tables with ``PostgresDatabase/migrate()``.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - keys: The keys, which all servers need.
    ///   - longestHold: The longest time that a server may hold a lock, for one request or for writing, before another server
    ///     takes it over.
    public init(_ database: PostgresDatabase, keys: WebKeys, longestHold: Duration = FileLock.longestHold) {
      store = TableCredentialStore(
        table: PostgresCredentialTable(database), keys: keys, longestHold: longestHold)
    }

    /// - Throws: ``StoreFailure/corrupt`` if the row is damaged, or was written with a key that isn't in the list.
    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? { try await store.load(key) }

    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      try await store.save(credential, for: key)
    }

    public func remove(_ key: CredentialKey) async throws(StoreFailure) { try await store.remove(key) }

    public func save(
      _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
    ) async throws(StoreFailure) -> Bool {
      try await store.save(credential, for: key, holding: lock)
    }

    public func remove(
      _ key: CredentialKey, holding lock: (any CredentialLock)?
    ) async throws(StoreFailure) -> Bool {
      try await store.remove(key, holding: lock)
    }

    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      try await store.lock(key, for: purpose, clock: clock)
    }
  }

  /// The table of ``PostgresCredentialStore``.
  struct PostgresCredentialTable: CredentialTable {
    private struct LockStatements: Sendable {
      let take, extend, release: PostgresStatement

      init(_ schema: PostgresSchema, _ purpose: CredentialLockPurpose) {
        let (table, name) = (schema.credentials, purpose.rawValue)
        let end = "clock_timestamp() + $3::bigint * interval '1 microsecond'"
        // A number from a sequence also grows if the row was removed in the meantime.
        take = PostgresStatement(
          """
          INSERT INTO \(table) AS row (id, \(name)_fence, \(name)_owner, \(name)_until)
          VALUES ($1, nextval('\(schema.fences)'), $2, \(end))
          ON CONFLICT (id) DO UPDATE SET \(name)_owner = $2, \(name)_until = \(end), \(name)_fence =
            CASE WHEN row.\(name)_owner = $2 AND row.\(name)_until > clock_timestamp()
            THEN row.\(name)_fence ELSE excluded.\(name)_fence END
          WHERE row.\(name)_until IS NULL OR row.\(name)_until <= clock_timestamp() OR row.\(name)_owner = $2
          RETURNING \(name)_fence
          """)
        extend = PostgresStatement(
          "UPDATE \(table) SET \(name)_until = \(end) WHERE id = $1 AND \(name)_fence = $2 AND \(name)_owner IS NOT NULL"
        )
        release = PostgresStatement(
          "UPDATE \(table) SET \(name)_owner = NULL, \(name)_until = NULL WHERE id = $1 AND \(name)_fence = $2 "
            + "RETURNING (contents IS NULL AND refresh_owner IS NULL AND write_owner IS NULL)::int::bigint")
      }
    }

    private let database: PostgresDatabase
    private let read, write, writeWithLock, removeEmpty: PostgresStatement
    private let refreshing, writing: LockStatements

    init(_ database: PostgresDatabase) {
      self.database = database
      let table = database.schema.credentials
      read = PostgresStatement("SELECT contents FROM \(table) WHERE id = $1")
      write = PostgresStatement(
        "INSERT INTO \(table) (id, contents) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET contents = $2")
      writeWithLock = PostgresStatement(
        "UPDATE \(table) SET contents = $2 WHERE id = $1 AND write_fence = $3 AND write_owner IS NOT NULL")
      removeEmpty = PostgresStatement(
        "DELETE FROM \(table) WHERE id = $1 AND contents IS NULL AND refresh_owner IS NULL AND write_owner IS NULL")
      refreshing = LockStatements(database.schema, .refresh)
      writing = LockStatements(database.schema, .write)
    }

    func read(_ id: Data) async throws(StoreFailure) -> Data? {
      let row = try await run(read, [.bytes(id)]).rows.first
      do throws(PostgresFailure) { return try row?.bytes(0) } catch { throw error.storeFailure }
    }

    func write(_ contents: Data?, to id: Data, number: Int64?) async throws(StoreFailure) -> Bool {
      guard let number else {
        _ = try await run(write, [.bytes(id), .bytes(contents)])
        if contents == nil { _ = try await run(removeEmpty, [.bytes(id)]) }
        return true
      }
      return try await run(writeWithLock, [.bytes(id), .bytes(contents), .integer(number)]).count > 0
    }

    func take(
      _ purpose: CredentialLockPurpose, of id: Data, owner: String, for hold: Duration
    ) async throws(StoreFailure) -> Int64? {
      let values: [PostgresValue] = [.bytes(id), .text(owner), .integer(hold.wholeMicroseconds)]
      let row = try await run(statements(purpose).take, values).rows.first
      do throws(PostgresFailure) { return try row?.integer(0) } catch { throw error.storeFailure }
    }

    func extend(
      _ purpose: CredentialLockPurpose, of id: Data, number: Int64, for hold: Duration
    ) async throws(StoreFailure) -> Bool {
      let values: [PostgresValue] = [.bytes(id), .integer(number), .integer(hold.wholeMicroseconds)]
      return try await run(statements(purpose).extend, values).count > 0
    }

    func release(_ purpose: CredentialLockPurpose, of id: Data, number: Int64) async throws(StoreFailure) {
      let row = try await run(statements(purpose).release, [.bytes(id), .integer(number)]).rows.first
      if (try? row?.integer(0)) == 1 { _ = try await run(removeEmpty, [.bytes(id)]) }
    }

    private func statements(_ purpose: CredentialLockPurpose) -> LockStatements {
      switch purpose {
      case .refresh: refreshing
      case .write: writing
      }
    }

    private func run(
      _ statement: PostgresStatement, _ values: [PostgresValue]
    ) async throws(StoreFailure) -> PostgresResult {
      do throws(PostgresFailure) { return try await database.execute(statement, values) } catch {
        throw error.storeFailure
      }
    }
  }
#endif
