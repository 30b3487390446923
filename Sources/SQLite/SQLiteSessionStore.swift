#if SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import GRDB

  /// Stores the sessions of a web app in SQLite, for one server. They survive a restart.
  ///
  /// If several processes share the store, all of them need the same ``/AuthWeb/WebLifetimes/lease``.
  public struct SQLiteSessionStore: WebSessionStore {
    private typealias SQL = SQLiteSessionStatements

    private let database: SQLiteDatabase

    /// Creates a store.
    public init(_ database: SQLiteDatabase) { self.database = database }

    public func insert(_ record: WebSessionRecord) async throws(StoreFailure) {
      let arguments: StatementArguments = [
        record.id.bytes, record.client.provider, record.client.issuer, record.client.clientID, record.subject,
        record.client.indexKey(record.subject), record.issuerSessionID,
        record.issuerSessionID.map(record.client.indexKey), SQLiteTime.milliseconds(of: record.createdAt),
        SQLiteTime.milliseconds(of: record.lastUsedAt), SQLiteTime.milliseconds(of: record.expiresAt),
        SQLiteTime.milliseconds(of: record.absoluteExpiresAt), record.contents, record.fence,
      ]
      let isInserted = try await change(SQL.insert, arguments)
      guard isInserted > 0 else { throw .unavailable("a session with this ID exists") }
    }

    public func find(_ id: SessionIDHash) async throws(StoreFailure) -> WebSessionRecord? {
      try await database.read { database in
        try Row.fetchOne(database, sql: SQL.find, arguments: [id.bytes])
          .map { try WebSessionRecord(id, $0) }
      }
    }

    public func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async throws(StoreFailure) {
      let used = SQLiteTime.milliseconds(of: date)
      _ = try await change(
        SQL.touch,
        [used, SQLiteTime.milliseconds(of: expiresAt), id.bytes, used])
    }

    public func remove(_ id: SessionIDHash) async throws(StoreFailure) -> Bool {
      try await change(SQL.remove, [id.bytes]) > 0
    }

    public func removeSessions(
      of client: WebSessionClient, issuerSessionID: String
    ) async throws(StoreFailure) -> Int {
      try await change(
        SQL.removeIssuerSession, [client.indexKey(issuerSessionID)])
    }

    public func removeSessions(
      of client: WebSessionClient, subject: String, except kept: SessionIDHash?
    ) async throws(StoreFailure) -> Int {
      try await change(
        SQL.removeSubject, [client.indexKey(subject), kept?.bytes])
    }

    public func removeExpired(at date: Date, limit: Int) async throws(StoreFailure) -> Int {
      let end = SQLiteTime.milliseconds(of: date)
      var removed = 0
      for statement in [SQL.removeExpired, SQL.forgetExpired] where removed < limit {
        removed += try await change(statement, [end, limit - removed])
      }
      return removed
    }

    public func remember(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
      try await change(
        SQL.remember,
        [value.hash, value.kind.rawValue, SQLiteTime.milliseconds(of: value.expiresAt)]) > 0
    }

    public func isRemembered(_ value: RememberedValue) async throws(StoreFailure) -> Bool {
      try await database.read { try Row.fetchOne($0, sql: SQL.isRemembered, arguments: [value.hash]) != nil }
    }

    /// - Returns: The number of changed rows.
    private func change(_ sql: String, _ arguments: StatementArguments) async throws(StoreFailure) -> Int {
      try await database.write { database, _ in
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
        return database.changesCount
      }
    }
  }

  /// Leases.
  extension SQLiteSessionStore {
    public func takeLease(
      on id: SessionIDHash, owner: String, for duration: Duration
    ) async throws(StoreFailure) -> WebSessionLeaseResult {
      try await database.write { database, now in
        let end = now + duration.wholeMilliseconds
        let fence = try Int64.fetchOne(
          database, sql: SQL.take, arguments: ["id": id.bytes, "owner": owner, "now": now, "end": end])
        if let fence { return .taken(WebSessionLease(id: id, fence: fence)) }
        try database.execute(sql: SQL.shorten, arguments: ["id": id.bytes, "end": end])
        let isKnown = try Bool.fetchOne(
          database, sql: SQL.exists, arguments: [id.bytes])
        return isKnown == true ? .busy : .missing
      }
    }

    public func extend(_ lease: WebSessionLease, for duration: Duration) async throws(StoreFailure) -> Bool {
      try await database.write { database, now in
        try database.execute(
          sql: SQL.extend,
          arguments: [now + duration.wholeMilliseconds, lease.id.bytes, lease.fence])
        return database.changesCount > 0
      }
    }

    public func release(_ lease: WebSessionLease) async throws(StoreFailure) {
      _ = try await change(
        SQL.release, lease.arguments)
    }

    public func replaceContents(
      _ contents: Data, holding lease: WebSessionLease
    ) async throws(StoreFailure) -> Bool {
      try await change(
        SQL.replaceContents, [contents] + lease.arguments) > 0
    }

    public func remove(holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
      try await database.write { database, _ in
        try database.execute(
          sql: SQL.removeHolding, arguments: lease.arguments)
        return try Bool.fetchOne(
          database, sql: SQL.exists, arguments: [lease.id.bytes]) == nil
      }
    }
  }

  extension WebSessionLease {
    fileprivate var arguments: StatementArguments { [id.bytes, fence] }
  }

  extension WebSessionRecord {
    fileprivate init(_ id: SessionIDHash, _ row: Row) throws {
      func date(_ column: String) throws -> Date { SQLiteTime.date(try row.decode(Int64.self, forColumn: column)) }
      self.init(
        id: id,
        client: WebSessionClient(
          provider: try row.decode(String.self, forColumn: "provider"),
          issuer: try row.decode(String.self, forColumn: "issuer"),
          clientID: try row.decode(String.self, forColumn: "client_id")),
        subject: try row.decode(String.self, forColumn: "subject"),
        issuerSessionID: try row.decode(String?.self, forColumn: "issuer_session_id"),
        createdAt: try date("created_at"), lastUsedAt: try date("last_used_at"), expiresAt: try date("expires_at"),
        absoluteExpiresAt: try date("absolute_expires_at"),
        contents: try row.decode(Data.self, forColumn: "contents"),
        fence: try row.decode(Int64.self, forColumn: "fence"))
    }
  }
#endif
