#if PostgreSQL && SQLite
  import AuthRuntime
  import TestSupport
  import Testing

  @testable import AuthPostgres

  extension Databases {
    @Suite struct `A connection to PostgreSQL` {
      private static let one = PostgresStatement("SELECT 1::bigint")

      /// A database with one connection. Failed statements aren't repeated.
      private static func database(
        at address: String? = nil, _ change: (inout PostgresConfiguration) -> Void = { _ in }
      ) throws -> PostgresDatabase {
        let address = try address ?? "127.0.0.1:\(PostgresServer.running.port())"
        var configuration = try PostgresConfiguration(url: Secret("postgresql://app:app-password@\(address)/app"))
        (configuration.maximumConnections, configuration.recoveryTime) = (1, .zero)
        change(&configuration)
        return PostgresDatabase(configuration)
      }

      @Test(arguments: [Duration.seconds(30 * 86_400), .seconds(Int64.max), .zero])
      func `A connection opens with any time limit for statements`(limit: Duration) async throws {
        let database = try Self.database { $0.statementTimeout = limit }
        let failure = await database.failure(of: Self.one)
        #expect(failure == (limit == .zero ? .timedOut : nil))
        database.close()
      }

      @Test func `Each statement is prepared when a connection first uses it`() async throws {
        let database = try Self.database()
        let count = PostgresStatement("SELECT count(*) FROM pg_prepared_statements")
        #expect(await database.failure(of: Self.one) == nil)
        #expect(try await database.execute(count).rows[0].integer(0) == 2)
        #expect(try await database.execute(count).rows[0].integer(0) == 2)
        database.close()
      }

      @Test func `A failed statement doesn't replace the connection`() async throws {
        let database = try Self.database()
        let process = PostgresStatement("SELECT pg_backend_pid()::bigint")
        let before = try await database.execute(process).rows[0].integer(0)
        #expect(await database.failure(of: PostgresStatement("SELECT 'a'::bigint")) != nil)
        #expect(try await database.execute(process).rows[0].integer(0) == before)
        database.close()
      }

      @Test func `A connection that the server ended between two statements is replaced`() async throws {
        let (database, other) = (try Self.database(), try Self.database())
        let process = PostgresStatement("SELECT pg_backend_pid()::bigint")
        let before = try await database.execute(process).rows[0].integer(0)
        // `pg_terminate_backend` waits until the process has ended.
        let end = PostgresStatement("SELECT pg_terminate_backend($1::bigint::integer, 60000)")
        _ = try await other.execute(end, [.integer(before)])
        #expect(try await database.execute(process).rows[0].integer(0) != before)
        database.close()
        other.close()
      }

      @Test func `A connection that the server ends after a statement was sent isn't replaced`() async throws {
        let other = try Self.database()
        let connection = try PostgresConnection(PostgresServer.running.configuration())
        let process = try await connection.run { link throws(PostgresFailure) in
          try link.execute(PostgresStatement("SELECT pg_backend_pid()::bigint"), [], isPrepared: false)
        }
        let isSent = try await connection.run { link in
          link.send(PostgresStatement("SELECT pg_sleep(60)::text"), [], isPrepared: false)
        }
        #expect(isSent)
        let end = PostgresStatement("SELECT pg_terminate_backend($1::bigint::integer, 60000)")
        _ = try await other.execute(end, [.integer(process.rows[0].integer(0))])
        // A new connection would have no response, which looks like success.
        let failure = await failure(
          PostgresFailure.self,
          of: try await connection.run(isSent: true) { link throws(PostgresFailure) in try link.receive() })
        #expect(failure != nil)
        other.close()
      }

      @Test func `A statement after a failed transaction isn't part of it`() async throws {
        let database = try Self.database()
        let failure = await failure(
          PostgresFailure.self,
          of: try await database.transaction { link throws(PostgresFailure) in
            try link.execute(script: "CREATE TABLE unfinished (number integer)")
            throw .newerTables(version: 2, known: 1)
          })
        #expect(failure == .newerTables(version: 2, known: 1))
        let count = PostgresStatement("SELECT count(*) FROM pg_class WHERE relname = 'unfinished'")
        #expect(try await database.execute(count).rows[0].integer(0) == 0)
        database.close()
      }

      @Test func `More parameters than the protocol allows are reported, and the next statement works`() async throws {
        let database = try Self.database { $0.preparesStatements = false }
        let values = Array(repeating: PostgresValue.integer(1), count: 65_536)
        // The connection opens for the first attempt. It's already open for the second one.
        for _ in 0..<2 {
          let failure = await database.failure(of: Self.one, values)
          #expect(failure?.description.contains("65535") == true)
          #expect(await database.failure(of: Self.one) == nil)
        }
        database.close()
      }

      @Test func `A connection that was closed between two statements opens again`() async throws {
        let port = try PostgresServer.running.port()
        let proxy = try await FaultProxy.start(before: try #require(Int(port)))
        // Without the proxy, the client connects to the server itself.
        let database = try Self.database(at: "127.0.0.1:\(proxy.port),127.0.0.1:\(port)")
        #expect(await database.failure(of: Self.one) == nil)
        await proxy.stop()
        #expect(await database.failure(of: Self.one) == nil)
        database.close()
      }
    }
  }
#endif
