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
        ($0.statementTimeout, $0.connectTimeout, $0.recoveryTime) = (.seconds(1), .seconds(1), .zero)
      }
      #expect(await Self.failures(of: database, callers: 1) == [nil])
      try await server.control("pause")
      let failures = await Self.failures(of: database, callers: 8)
      #expect(failures.allSatisfy { $0 != nil })
      try await server.control("resume")
      #expect(await Self.failures(of: database, callers: 8).allSatisfy { $0 == nil })
    }

    @Test func `A large statement to a suspended server ends when its time is up`() async throws {
      let server = try PostgresServer.running
      // With the default of `tcp_user_timeout`, the kernel would end the connection soon after the statement's time is up.
      var configuration = try server.configuration(options: "?tcp_user_timeout=10000")
      (configuration.statementTimeout, configuration.recoveryTime) = (.milliseconds(500), .zero)
      configuration.preparesStatements = false
      let database = PostgresDatabase(configuration)
      #expect(await Self.failures(of: database, callers: 1) == [nil])
      try await server.control("pause")
      // The buffers of the two sockets are smaller than this value.
      let value = PostgresValue.bytes(Data(count: 16 << 20))
      let failure = await database.failure(of: PostgresStatement("SELECT length($1)::bigint"), [value])
      try await server.control("resume")
      #expect(failure == .timedOut)
      database.close()
    }

    @Test func `A server that doesn't respond doesn't keep a client from the next one`() async throws {
      let server = try PostgresServer.running
      // The kernel accepts the connection, and nothing responds.
      let silent = try await TakenPort.take(at: "127.0.0.1")
      let port = try server.port()
      let url = "postgresql://app:app-password@127.0.0.1:\(silent.port),127.0.0.1:\(port)/app"
      for attributes in ["any", "read-write"] {
        var configuration = try PostgresConfiguration(url: Secret(url + "?target_session_attrs=\(attributes)"))
        (configuration.connectTimeout, configuration.recoveryTime) = (.seconds(1), .zero)
        let database = PostgresDatabase(configuration)
        #expect(await Self.failures(of: database, callers: 3) == [nil, nil, nil])
        database.close()
      }
      await silent.release()
    }

    @Test func `A connection to a server that is read-only is replaced`() async throws {
      let server = try PostgresServer.running
      var configuration = try server.configuration()
      (configuration.recoveryTime, configuration.maximumConnections) = (.zero, 1)
      let database = PostgresDatabase(configuration)
      let statement = PostgresStatement("CREATE TABLE IF NOT EXISTS changes (number integer)")
      // The setting applies to each connection from its start, as on a standby.
      try await server.sql("ALTER ROLE app SET default_transaction_read_only = on")
      guard case .server(state: "25006", _)? = await database.failure(of: statement) else {
        Issue.record("the server isn't read-only")
        return
      }
      try await server.sql("ALTER ROLE app RESET default_transaction_read_only")
      #expect(await database.failure(of: statement) == nil)
      database.close()
    }

    @Test func `After a failover, a client uses the next server of its list`() async throws {
      let former = try PostgresServer.running
      let primary = try await PostgresServer.start()
      try await former.sql("ALTER ROLE app SET default_transaction_read_only = on")
      let failures = try await Self.failuresAfterFailover(from: former, to: primary)
      try await former.sql("ALTER ROLE app RESET default_transaction_read_only")
      await primary.end()
      guard case .server(state: "25006", _)? = failures.first else {
        Issue.record("the first server isn't read-only")
        return
      }
      #expect(failures.dropFirst().allSatisfy { $0 == nil })
    }

    /// The failures of three changes: two without a repetition, and one that is repeated.
    private static func failuresAfterFailover(
      from former: PostgresServer, to primary: PostgresServer
    ) async throws -> [PostgresFailure?] {
      let hosts = "127.0.0.1:\(try former.port()),127.0.0.1:\(try primary.port())"
      var configuration = try PostgresConfiguration(url: Secret("postgresql://app:app-password@\(hosts)/app"))
      configuration.maximumConnections = 1
      let statement = PostgresStatement("CREATE TABLE IF NOT EXISTS moved (number integer)")
      var failures: [PostgresFailure?] = []
      for (recoveryTime, statements) in [(Duration.zero, 2), (.seconds(10), 1)] {
        configuration.recoveryTime = recoveryTime
        let database = PostgresDatabase(configuration)
        for _ in 0..<statements { failures.append(await database.failure(of: statement)) }
        database.close()
      }
      return failures
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
