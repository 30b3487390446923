#if SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import GRDB

  /// Stores the credentials of an ``/AuthRuntime/AuthClient`` in SQLite, encrypted with the app's keys. Several processes of one
  /// machine may share the store. Only one refreshes a credential at a time.
  ///
  /// For the sessions of a web app, use ``SQLiteSessionStore``.
  public struct SQLiteCredentialStore: CredentialStore {
    private let store: TableCredentialStore<SQLiteCredentialTable>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - keys: The keys, which all processes need.
    ///   - longestHold: The longest time that a process may hold a lock, for one request or for writing, before another process
    ///     takes it over. All processes need the same value.
    public init(_ database: SQLiteDatabase, keys: WebKeys, longestHold: Duration = FileLock.longestHold) {
      store = TableCredentialStore(
        table: SQLiteCredentialTable(database: database), keys: keys, longestHold: longestHold)
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

  /// The table of ``SQLiteCredentialStore``.
  struct SQLiteCredentialTable: CredentialTable {
    let database: SQLiteDatabase

    func read(_ id: Data) async throws(StoreFailure) -> Data? {
      try await database.read { database in
        try Data.fetchOne(database, sql: "SELECT contents FROM auth_credentials WHERE id = ?", arguments: [id])
      }
    }

    func write(_ contents: Data?, to id: Data, number: Int64?) async throws(StoreFailure) -> Bool {
      try await database.write { database, _ in
        if let number {
          try database.execute(
            sql: """
              UPDATE auth_credentials SET contents = ?
              WHERE id = ? AND write_fence = ? AND write_owner IS NOT NULL
              """, arguments: [contents, id, number])
          return database.changesCount > 0
        }
        try database.execute(
          sql: """
            INSERT INTO auth_credentials (id, contents) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET contents = excluded.contents
            """, arguments: [id, contents])
        try Self.removeEmpty(id, database)
        return true
      }
    }

    func take(
      _ purpose: CredentialLockPurpose, of id: Data, owner: String, for hold: Duration
    ) async throws(StoreFailure) -> Int64? {
      let name = purpose.rawValue
      return try await database.write { database, now in
        // The number also grows if the row was removed in the meantime.
        let next = try Int64.fetchOne(database, sql: "UPDATE auth_fences SET fence = fence + 1 RETURNING fence")
        let end = now + hold.wholeMilliseconds
        let number = try Int64.fetchOne(
          database,
          sql: """
            INSERT INTO auth_credentials (id, \(name)_fence, \(name)_owner, \(name)_until)
            VALUES (:id, :next, :owner, :end)
            ON CONFLICT (id) DO UPDATE SET \(name)_fence = :next, \(name)_owner = :owner, \(name)_until = :end
            WHERE \(name)_until IS NULL OR \(name)_until <= :now OR \(name)_owner = :owner
            RETURNING \(name)_fence
            """,
          arguments: ["id": id, "next": next, "owner": owner, "now": now, "end": end])
        if number == nil { try Self.shorten(purpose, of: id, to: end, database) }
        return number
      }
    }

    /// Shortens the lock of another owner so that it ends no later than a lock that starts now. Otherwise, if the system's clock
    /// was set back and the owner has ended, the lock would last until the clock reaches its end. A running owner extends it.
    private static func shorten(
      _ purpose: CredentialLockPurpose, of id: Data, to end: Int64, _ database: Database
    ) throws {
      let name = purpose.rawValue
      try database.execute(
        sql: "UPDATE auth_credentials SET \(name)_until = :end WHERE id = :id AND \(name)_until > :end",
        arguments: ["id": id, "end": end])
    }

    func extend(
      _ purpose: CredentialLockPurpose, of id: Data, number: Int64, for hold: Duration
    ) async throws(StoreFailure) -> Bool {
      let name = purpose.rawValue
      return try await database.write { database, now in
        try database.execute(
          sql: """
            UPDATE auth_credentials SET \(name)_until = ?
            WHERE id = ? AND \(name)_fence = ? AND \(name)_owner IS NOT NULL
            """, arguments: [now + hold.wholeMilliseconds, id, number])
        return database.changesCount > 0
      }
    }

    func release(_ purpose: CredentialLockPurpose, of id: Data, number: Int64) async throws(StoreFailure) {
      let name = purpose.rawValue
      try await database.write { database, _ in
        try database.execute(
          sql: """
            UPDATE auth_credentials SET \(name)_owner = NULL, \(name)_until = NULL WHERE id = ? AND \(name)_fence = ?
            """, arguments: [id, number])
        try Self.removeEmpty(id, database)
      }
    }

    private static func removeEmpty(_ id: Data, _ database: Database) throws {
      try database.execute(
        sql: """
          DELETE FROM auth_credentials
          WHERE id = ? AND contents IS NULL AND refresh_owner IS NULL AND write_owner IS NULL
          """, arguments: [id])
    }
  }
#endif
