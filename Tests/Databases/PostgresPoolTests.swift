#if PostgreSQL && SQLite
  import Testing

  @testable import AuthPostgres

  /// These connections never open, so the tests don't need a server.
  @Suite struct `A pool of PostgreSQL connections` {
    private static func pool(maximumConnections: Int) -> PostgresPool {
      var configuration = PostgresConfiguration(host: "localhost", user: "app", database: "app")
      (configuration.maximumConnections, configuration.longestWait) = (maximumConnections, .seconds(60))
      return PostgresPool(configuration)
    }

    /// The failure of a caller, or `nil` if it gets a connection.
    private static func failure(of pool: PostgresPool) async -> PostgresFailure? {
      do throws(PostgresFailure) { try await pool.use { _ in } } catch { return error }
      return nil
    }

    @Test func `A free connection is used again before another one is created`() async throws {
      let pool = Self.pool(maximumConnections: 2)
      let first = try await pool.use { ObjectIdentifier($0) }
      let second = try await pool.use { ObjectIdentifier($0) }
      #expect(first == second)
    }

    @Test func `A connection that is in use when the pool closes isn't kept afterward`() async throws {
      let pool = Self.pool(maximumConnections: 1)
      weak var used: PostgresConnection?
      try await pool.use { connection async throws(PostgresFailure) in
        used = connection
        pool.close()
      }
      #expect(used == nil)
      // The pool still exists.
      #expect(await Self.failure(of: pool) == .closed)
    }

    @Test func `At most 10,000 callers wait for a connection`() async throws {
      let pool = Self.pool(maximumConnections: 1)
      let failures = try await pool.use { _ async throws(PostgresFailure) in
        await withTaskGroup(of: PostgresFailure?.self) { group in
          for _ in 0...10_000 {
            group.addTask { await Self.failure(of: pool) }
          }
          // Until the pool closes, only the caller that can't wait gets a result.
          let first = await group.next() ?? nil
          pool.close()
          return await group.reduce(into: [first]) { $0.append($1) }
        }
      }
      #expect(failures.first == .busy)
      #expect(failures.dropFirst().allSatisfy { $0 == .closed })
    }
  }
#endif
