#if PostgreSQL
  import AuthRuntime
  import Foundation

  /// A PostgreSQL database that several servers share, with a limited number of connections.
  ///
  /// Create one for each process, and create its tables before you use it:
  ///
  /// ```swift
  /// let database = PostgresDatabase(try PostgresConfiguration(url: url))
  /// try await database.migrate()
  /// let sessions = PostgresSessionStore(database)
  /// ```
  ///
  /// Connections open when they're first needed. If the server restarts, they open again, and statements that failed because of
  /// it are repeated until ``PostgresConfiguration/recoveryTime`` is up.
  public final class PostgresDatabase: Sendable {
    private static let pauses = (shortest: Duration.milliseconds(20), longest: Duration.milliseconds(500))

    let schema: PostgresSchema
    private let configuration: PostgresConfiguration
    private let pool: PostgresPool
    private let isPreparing: Guarded<Bool>

    /// Creates a database. Doesn't connect to it yet.
    public init(_ configuration: PostgresConfiguration) {
      self.configuration = configuration
      schema = PostgresSchema(name: configuration.schema)
      pool = PostgresPool(configuration)
      isPreparing = Guarded(configuration.preparesStatements)
    }

    deinit { pool.close() }

    /// Closes the connections when they're no longer in use. All later calls fail.
    public func close() { pool.close() }

    /// Executes a statement, which must have the same effect if it's executed twice.
    func execute(
      _ statement: PostgresStatement, _ values: [PostgresValue] = []
    ) async throws(PostgresFailure) -> PostgresResult {
      try await repeated { () async throws(PostgresFailure) in try await self.executed(statement, values) }
    }

    /// Runs `body` with one connection, until it succeeds or fails for a reason other than an unavailable server.
    func transaction<Value: Sendable>(
      _ body: @escaping @Sendable (PostgresLink) throws(PostgresFailure) -> Value
    ) async throws(PostgresFailure) -> Value {
      try await repeated { () async throws(PostgresFailure) in
        try await self.pool.use { connection async throws(PostgresFailure) in
          try await connection.run { link throws(PostgresFailure) in
            try link.execute(script: "BEGIN")
            let value = try body(link)
            try link.execute(script: "COMMIT")
            return value
          }
        }
      }
    }

    private func executed(
      _ statement: PostgresStatement, _ values: [PostgresValue]
    ) async throws(PostgresFailure) -> PostgresResult {
      let isPrepared = isPreparing.withLock { $0 }
      do throws(PostgresFailure) {
        return try await pool.use { connection async throws(PostgresFailure) in
          try await connection.execute(statement, values, isPrepared: isPrepared)
        }
      } catch  where isPrepared && error.concernsPreparedStatement {
        // A pooler gives each transaction another connection of the server.
        isPreparing.withLock { $0 = false }
        return try await pool.use { connection async throws(PostgresFailure) in
          try await connection.execute(statement, values, isPrepared: false)
        }
      }
    }

    private func repeated<Value: Sendable>(
      _ body: () async throws(PostgresFailure) -> Value
    ) async throws(PostgresFailure) -> Value {
      let end = ContinuousClock.now + configuration.recoveryTime
      var pause = Self.pauses.shortest
      while true {
        let failure: PostgresFailure
        do throws(PostgresFailure) { return try await body() } catch { failure = error }
        guard failure.isTransient, .now < end else { throw failure }
        // Servers that wait for the same restart don't all return at the same moment.
        do { try await Task.sleep(for: pause * Double.random(in: 0.5...1)) } catch { throw .canceled }
        pause = min(pause * 2, Self.pauses.longest)
      }
    }
  }
#endif
