#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthPostgres

  extension Databases {
    @Suite struct `A PostgreSQL database` {
      @Test func `Values pass through unchanged`() async throws {
        let database = try await PostgresServer.running.database()
        let statement = PostgresStatement("SELECT $1::bigint, $2::text, $3::bytea, $4::timestamptz, $5::text")
        let date = Date(timeIntervalSince1970: 1_234_567.5)
        let bytes = Data((0...255).map { UInt8($0) })
        let row = try await database.execute(
          statement, [.integer(.min), .text("é'\"\\ \n"), .bytes(bytes), .date(date), .text(nil)]
        ).rows[0]
        #expect(try row.integer(0) == .min)
        #expect(try row.text(1) == "é'\"\\ \n")
        #expect(try row.bytes(2) == bytes)
        #expect(try row.date(3) == date)
        #expect(try row.text(4) == nil)
      }

      @Test func `An attempt to remember a value can be repeated after a lost response`() async throws {
        let server = try PostgresServer.running
        var schema = ""
        let database = try await server.database { schema = $0.schema }
        try await database.migrate()
        let remember = PostgresSessionStatements(PostgresSchema(name: schema)).remember
        func count(_ attempt: String) async throws -> Int {
          let values: [PostgresValue] = [.bytes(Data("hash".utf8)), .text("sign_in"), .date(Date()), .text(attempt)]
          return try await database.execute(remember, values).count
        }
        #expect(try await count("one") == 1)
        #expect(try await count("one") == 1)
        #expect(try await count("two") == 0)
        database.close()
      }

      @Test func `A failed statement leaves the connection usable, and reports no values`() async throws {
        let database = try await PostgresServer.running.database { $0.maximumConnections = 1 }
        let wrong = PostgresStatement("SELECT $1::text::bigint")
        let failure = await database.failure(of: wrong, [.text("secret-value")])
        guard case .server(state: "22P02", message: _)? = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
        let next = try await database.execute(PostgresStatement("SELECT 1::bigint"))
        #expect(try next.rows[0].integer(0) == 1)
      }

      @Test func `Many callers share few connections`() async throws {
        let server = try PostgresServer.running
        let name = "few-\(UUID().uuidString.prefix(8))"
        var configuration = try server.configuration(options: "?application_name=\(name)")
        (configuration.maximumConnections, configuration.longestWait) = (3, .seconds(60))
        let database = PostgresDatabase(configuration)
        let count = PostgresStatement("SELECT count(*) FROM pg_stat_activity WHERE application_name = $1")
        let most = try await withThrowingTaskGroup(of: Int64.self) { group in
          for _ in 0..<200 {
            group.addTask { try await database.execute(count, [.text(name)]).rows[0].integer(0) ?? 0 }
          }
          return try await group.reduce(0, max)
        }
        #expect(most == 3)
      }

      @Test func `A caller that waits too long for a connection fails`() async throws {
        let database = try await PostgresServer.running.database {
          ($0.maximumConnections, $0.longestWait) = (1, .milliseconds(100))
        }
        async let slow = database.execute(PostgresStatement("SELECT pg_sleep(2)::text"))
        // The second statement waits for the first one, or the first one for the second.
        let failures = await withTaskGroup(of: PostgresFailure?.self) { group in
          for _ in 0..<3 {
            group.addTask {
              await database.failure(of: PostgresStatement("SELECT pg_sleep(2)::text"))
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        _ = try? await slow
        #expect(failures.contains(.busy))
        let next = try await database.execute(PostgresStatement("SELECT 1::bigint"))
        #expect(try next.rows[0].integer(0) == 1)
      }

      @Test func `A canceled wait ends at once and doesn't take a connection`() async throws {
        let database = try await PostgresServer.running.database {
          ($0.maximumConnections, $0.longestWait) = (1, .seconds(60))
        }
        let sleep = PostgresStatement("SELECT pg_sleep(1)::text")
        let tasks = (0..<20).map { _ in
          Task { await database.failure(of: sleep) }
        }
        for task in tasks { task.cancel() }
        var failures: [PostgresFailure?] = []
        for task in tasks { failures.append(await task.value) }
        // At most one of them was running a statement, which isn't interrupted.
        #expect(failures.filter { $0 == .canceled }.count >= 19)
        let next = try await database.execute(PostgresStatement("SELECT 1::bigint"))
        #expect(try next.rows[0].integer(0) == 1)
      }

      @Test func `A closed database rejects callers`() async throws {
        let database = try await PostgresServer.running.database()
        database.close()
        let failure = await database.failure(of: PostgresStatement("SELECT 1::bigint"))
        #expect(failure == .closed)
      }

      @Test func `A statement that takes too long is given up`() async throws {
        var configuration = try PostgresServer.running.configuration()
        configuration.recoveryTime = .zero
        configuration.statementTimeout = .seconds(1)
        let database = PostgresDatabase(configuration)
        let failure = await database.failure(of: PostgresStatement("SELECT pg_sleep(5)::text"))
        #expect(failure == .timedOut)
        let next = try await database.execute(PostgresStatement("SELECT 1::bigint"))
        #expect(try next.rows[0].integer(0) == 1)
      }

      @Test func `A wrong password is reported without the password`() async throws {
        let server = try PostgresServer.running
        let url = "postgresql://app:wrong-secret@127.0.0.1:\(try server.port())/app"
        let database = PostgresDatabase(try PostgresConfiguration(url: Secret(url)))
        let failure = await database.failure(of: PostgresStatement("SELECT 1::bigint"))
        guard case .rejected? = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
        #expect(!"\(String(describing: failure))".contains("wrong-secret"))
      }

      @Test func `Without a server, the failure comes after the time for recovery`() async throws {
        let taken = try await TakenPort.take(at: "127.0.0.1")
        let port = taken.port
        await taken.release()
        var configuration = try PostgresConfiguration(url: Secret("postgresql://app:secret@127.0.0.1:\(port)/app"))
        configuration.recoveryTime = .milliseconds(100)
        let database = PostgresDatabase(configuration)
        let failure = await database.failure(of: PostgresStatement("SELECT 1::bigint"))
        guard case .unavailable(let reason)? = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
        #expect(!reason.contains("secret"))
      }
    }

    @Suite struct `The tables in PostgreSQL` {
      @Test func `Many servers create the tables at the same time`() async throws {
        let server = try PostgresServer.running
        var configuration = try server.configuration()
        configuration.schema = "many \"servers"
        try await server.sql("CREATE SCHEMA \"many \"\"servers\" AUTHORIZATION app")
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask { [configuration] in
              let database = PostgresDatabase(configuration)
              try await database.migrate()
              try await database.migrate()
            }
          }
          try await group.waitForAll()
        }
        let versions = try await server.sql("SELECT version FROM \"many \"\"servers\".auth_version ORDER BY version")
        #expect(versions.output == (1...known).map { "\($0)\n" }.joined())
      }

      @Test func `Tables of a newer version are reported`() async throws {
        let server = try PostgresServer.running
        var schema = ""
        let database = try await server.database { schema = $0.schema }
        try await server.sql("INSERT INTO \"\(schema)\".auth_version VALUES (99)")
        let failure = await failure(PostgresFailure.self, of: try await database.migrate())
        #expect(failure == .newerTables(version: 99, known: known))
      }

      private var known: Int { PostgresSchema(name: "public").scripts.count }

      @Test func `A missing migration is named`() async throws {
        let server = try PostgresServer.running
        let database = PostgresDatabase(try server.configuration())
        let store = PostgresSessionStore(database)
        let id = try WebSessionRecord.id(1)
        let failure = await failure(StoreFailure.self, of: try await store.find(id))
        #expect("\(String(describing: failure))".contains("migrate()"))
      }

      @Test func `A role that can't create tables uses those that exist`() async throws {
        let server = try PostgresServer.running
        var schema = ""
        _ = try await server.database { schema = $0.schema }
        try await server.sql(
          "REVOKE CREATE ON SCHEMA \"\(schema)\" FROM app; ALTER SCHEMA \"\(schema)\" OWNER TO postgres;"
            + "GRANT USAGE ON SCHEMA \"\(schema)\" TO app")
        var configuration = try server.configuration()
        configuration.schema = schema
        try await PostgresDatabase(configuration).migrate()
      }
    }
  }
#endif
