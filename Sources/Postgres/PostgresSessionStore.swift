#if PostgreSQL
  import AuthRuntime
  import AuthWeb
  import Foundation

  /// Stores the sessions of a web app in PostgreSQL, so that any number of servers share them.
  ///
  /// Each function is one statement. Leases use the database's clock, so the clocks of the servers don't matter.
  public struct PostgresSessionStore: WebSessionStore {
    private let database: PostgresDatabase
    private let sql: PostgresSessionStatements

    /// Creates a store. Create the tables with ``PostgresDatabase/migrate()``.
    public init(_ database: PostgresDatabase) {
      self.database = database
      sql = PostgresSessionStatements(database.schema)
    }

    public func insert(_ record: WebSessionRecord) async throws(StoreFailure) {
      let inserted = try await run(
        sql.insert,
        [
          .bytes(record.id.bytes), .text(record.client.provider), .text(record.client.issuer),
          .text(record.client.clientID), .text(record.subject), .bytes(record.client.indexKey(record.subject)),
          .text(record.issuerSessionID), .bytes(record.issuerSessionID.map(record.client.indexKey)),
          .date(record.createdAt), .date(record.lastUsedAt), .date(record.expiresAt), .date(record.absoluteExpiresAt),
          .bytes(record.contents), .integer(record.fence),
        ])
      guard inserted.rows.count == 1 else { throw .unavailable("a session with this ID exists") }
    }

    public func find(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
      guard let row = try await run(sql.find, [.bytes(id.bytes)]).rows.first else { return nil }
      do throws(PostgresFailure) { return try WebSessionRecord(id, row) } catch { throw .corrupt }
    }

    public func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async throws(StoreFailure) {
      _ = try await run(sql.touch, [.bytes(id.bytes), .date(date), .date(expiresAt)])
    }

    public func remove(_ id: SessionIDHash) async throws(StoreFailure) -> Bool {
      try await run(sql.remove, [.bytes(id.bytes)]).count > 0
    }

    public func removeSessions(
      of client: WebSessionClient, issuerSessionID: String
    ) async throws(StoreFailure) -> Int {
      try await run(sql.removeIssuerSession, [.bytes(client.indexKey(issuerSessionID))]).count
    }

    public func removeSessions(
      of client: WebSessionClient, subject: String, except kept: SessionIDHash?
    ) async throws(StoreFailure) -> Int {
      try await run(sql.removeSubject, [.bytes(client.indexKey(subject)), .bytes(kept?.bytes)]).count
    }

    public func removeExpired(at date: Date, limit: Int) async throws(StoreFailure) -> Int {
      guard limit > 0 else { return 0 }
      let removed = try await run(sql.removeExpired, [.date(date), .integer(Int64(limit))]).count
      guard removed < limit else { return removed }
      let left = limit - removed
      return removed + (try await run(sql.forgetExpired, [.date(date), .integer(Int64(left))]).count)
    }

    public func remember(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
      let values: [PostgresValue] = [
        .bytes(value.hash), .text(value.kind.rawValue), .date(value.expiresAt), .text(RandomText.make()),
      ]
      return try await run(sql.remember, values).count > 0
    }

    public func isRemembered(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
      try await !run(sql.isRemembered, [.bytes(value.hash)]).rows.isEmpty
    }

    private func run(
      _ statement: PostgresStatement, _ values: [PostgresValue]
    ) async throws(StoreFailure) -> PostgresResult {
      do throws(PostgresFailure) { return try await database.execute(statement, values) } catch {
        throw error.storeFailure
      }
    }
  }

  /// Leases.
  extension PostgresSessionStore {
    public func takeLease(
      on id: SessionIDHash, owner: String, for duration: Duration
    ) async throws(StoreFailure) -> WebSessionLeaseResult {
      let result = try await run(sql.take, [.bytes(id.bytes), .text(owner), .integer(duration.wholeMicroseconds)])
      do throws(PostgresFailure) {
        guard let row = result.rows.first else { throw .unexpectedResult }
        if let fence = try row.integer(0) { return .taken(WebSessionLease(id: id, fence: fence)) }
        return try row.integer(1) == 0 ? .missing : .busy
      } catch {
        throw error.storeFailure
      }
    }

    public func extend(_ lease: WebSessionLease, for duration: Duration) async throws(StoreFailure) -> Bool {
      try await run(sql.extend, lease.values + [.integer(duration.wholeMicroseconds)]).count > 0
    }

    public func release(_ lease: WebSessionLease) async throws(StoreFailure) {
      _ = try await run(sql.release, lease.values)
    }

    public func replaceContents(
      _ contents: Data, holding lease: WebSessionLease
    ) async throws(StoreFailure) -> Bool {
      try await run(sql.replaceContents, lease.values + [.bytes(contents)]).count > 0
    }

    public func remove(holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
      let result = try await run(sql.removeHolding, lease.values)
      do throws(PostgresFailure) { return try result.rows.first?.integer(0) != 0 } catch { throw error.storeFailure }
    }
  }

  extension WebSessionLease {
    fileprivate var values: [PostgresValue] { [.bytes(id.bytes), .integer(fence)] }
  }

  extension WebSessionRecord {
    /// Reads the columns of ``PostgresSessionStatements/find``.
    init(_ id: SessionIDHash, _ row: PostgresRow) throws(PostgresFailure) {
      self.init(
        id: id,
        client: WebSessionClient(
          provider: try row.text(0).required(), issuer: try row.text(1).required(),
          clientID: try row.text(2).required()),
        subject: try row.text(3).required(), issuerSessionID: try row.text(4),
        createdAt: try row.date(5).required(), lastUsedAt: try row.date(6).required(),
        expiresAt: try row.date(7).required(), absoluteExpiresAt: try row.date(8).required(),
        contents: try row.bytes(9).required(), fence: try row.integer(10).required())
    }
  }

  extension Duration {
    /// Rounded down, for the database's clock.
    var wholeMicroseconds: Int64 {
      let (seconds, attoseconds) = components
      // More than 30,000 years don't fit.
      return min(max(seconds, -1 << 40), 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
  }
#endif
