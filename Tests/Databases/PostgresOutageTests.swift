#if PostgreSQL && SQLite
  import AuthRuntime
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthPostgres

  /// These tests stop their server, so they have a separate one.
  @Suite(.postgres, .serialized) struct `When PostgreSQL fails` {
    private static let one = PostgresStatement("SELECT 1::bigint")

    /// The failure of each caller, or `nil` for those that got a result.
    private static func failures(of database: PostgresDatabase, callers: Int) async -> [PostgresFailure?] {
      await withTaskGroup(of: PostgresFailure?.self) { group in
        for _ in 0..<callers {
          group.addTask { await database.failure(of: one) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }

    @Test func `No caller is lost when the server is killed and starts again`() async throws {
      let server = try PostgresServer.running
      let database = try await server.database { $0.recoveryTime = .seconds(60) }
      #expect(await Self.failures(of: database, callers: 20).allSatisfy { $0 == nil })
      try await server.control("kill")
      async let during = Self.failures(of: database, callers: 100)
      try await server.control("start")
      #expect(await during.allSatisfy { $0 == nil })
      #expect(await Self.failures(of: database, callers: 20).allSatisfy { $0 == nil })
    }

    @Test func `Statements that were running when the server was killed are repeated`() async throws {
      let server = try PostgresServer.running
      let database = try await server.database { $0.recoveryTime = .seconds(60) }
      async let result = database.execute(PostgresStatement("SELECT pg_sleep(1)::text, 7::bigint"))
      #expect(await Self.failures(of: database, callers: 5).allSatisfy { $0 == nil })
      try await server.control("kill")
      try await server.control("start")
      #expect(try await result.rows[0].integer(1) == 7)
    }

    @Test func `A suspended server costs a caller only the time of a statement`() async throws {
      let server = try PostgresServer.running
      let database = try await server.database {
        ($0.statementTimeout, $0.connectTimeout, $0.recoveryTime) = (.milliseconds(300), .milliseconds(300), .zero)
      }
      #expect(await Self.failures(of: database, callers: 1) == [nil])
      try await server.control("pause")
      let failures = await Self.failures(of: database, callers: 8)
      #expect(failures.allSatisfy { $0 != nil })
      try await server.control("resume")
      #expect(await Self.failures(of: database, callers: 8).allSatisfy { $0 == nil })
    }

    @Test func `A pooler in transaction mode works, although it forgets prepared statements`() async throws {
      let server = try PostgresServer.running
      let schema = "pooled \(UUID().uuidString)"
      try await server.create(schema: schema)
      try await server.control("pooler")
      var configuration = try server.configuration(port: server.port("pooler-port"))
      (configuration.schema, configuration.recoveryTime) = (schema, .seconds(30))
      // Two databases are two programs, and the pooler gives them the same few connections in turn.
      let databases = [PostgresDatabase(configuration), PostgresDatabase(configuration)]
      for database in databases { try await database.migrate() }
      let failures = await withTaskGroup(of: [PostgresFailure?].self) { group in
        for database in databases {
          for number in 0..<20 {
            group.addTask { await Self.differentStatements(number, in: database) }
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(failures.allSatisfy { $0 == nil }, "\(failures.compactMap { $0 }.first.map { "\($0)" } ?? "")")
      try await server.control("kill-pooler")
      try await server.control("pooler")
      #expect(await Self.failures(of: databases[0], callers: 20).allSatisfy { $0 == nil })
      for database in databases { database.close() }
      try await server.control("kill-pooler")
    }

    private static func differentStatements(_ number: Int, in database: PostgresDatabase) async -> [PostgresFailure?] {
      var failures: [PostgresFailure?] = []
      for round in 0..<20 {
        let statement = PostgresStatement("SELECT \((number + round) % 7)::bigint, $1::bigint")
        let expected = Int64((number + round) % 7)
        failures.append(
          await failure(
            PostgresFailure.self,
            of: try await { () async throws(PostgresFailure) in
              let row = try await database.execute(statement, [.integer(Int64(round))]).rows[0]
              guard try row.integer(0) == expected, try row.integer(1) == Int64(round) else {
                throw .unexpectedResult
              }
            }()))
      }
      return failures
    }
  }
#endif
