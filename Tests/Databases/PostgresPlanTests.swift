#if PostgreSQL && SQLite
  import AuthRuntime
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthPostgres

  extension Databases {
    @Suite struct `Plans in PostgreSQL` {
      /// A database with many rows, as the planner sees them.
      private static func withRows(_ body: (PostgresDatabase) async throws -> Void) async throws {
        let server = try PostgresServer.running
        var schema = ""
        let database = try await server.database { schema = $0.schema }
        let filled = try await server.sql(
          """
          SET search_path = "\(schema)";
          INSERT INTO auth_sessions (id, provider, issuer, client_id, subject, subject_key, issuer_session_id,
            issuer_session_key, created_at, last_used_at, expires_at, absolute_expires_at, contents, fence)
          SELECT sha256(n::text::bytea), 'p', 'i', 'c', 's', sha256((n / 2)::text::bytea), 'sid',
            sha256((n / 3)::text::bytea), now(), now(), now() + n * interval '1 second', now(), 'x', 0
          FROM generate_series(1, 20000) n;
          INSERT INTO auth_remembered SELECT sha256(n::text::bytea), 'k', now() + n * interval '1 second'
          FROM generate_series(1, 20000) n;
          INSERT INTO auth_credentials (id, contents) SELECT sha256(n::text::bytea), 'x'
          FROM generate_series(1, 20000) n;
          ANALYZE
          """)
        #expect(filled.status == 0, "\(filled.errors)")
        try await body(database)
        database.close()
      }

      private static func plan(
        _ statement: PostgresStatement, _ values: [PostgresValue], in database: PostgresDatabase
      ) async throws -> String {
        let explained = PostgresStatement("EXPLAIN " + statement.text)
        return try await database.execute(explained, values).rows.map { try $0.text(0) ?? "" }.joined(separator: "\n")
      }

      @Test func `No statement reads a whole table`() async throws {
        try await Self.withRows { database in
          let sql = PostgresSessionStatements(database.schema)
          let (id, number) = (PostgresValue.bytes(Data(repeating: 1, count: 32)), PostgresValue.integer(1))
          let date = PostgresValue.date(Date())
          let statements: [(String, PostgresStatement, [PostgresValue])] = [
            ("find", sql.find, [id]), ("touch", sql.touch, [id, date, date]), ("remove", sql.remove, [id]),
            ("removeIssuerSession", sql.removeIssuerSession, [id]),
            ("removeSubject", sql.removeSubject, [id, .bytes(nil)]),
            ("removeSubject except one", sql.removeSubject, [id, id]),
            ("removeExpired", sql.removeExpired, [date, number]), ("forgetExpired", sql.forgetExpired, [date, number]),
            ("take", sql.take, [id, .text("o"), number]), ("extend", sql.extend, [id, number, number]),
            ("release", sql.release, [id, number]), ("replaceContents", sql.replaceContents, [id, number, id]),
            ("removeHolding", sql.removeHolding, [id, number]),
          ]
          for (name, statement, values) in statements {
            let plan = try await Self.plan(statement, values, in: database)
            #expect(!plan.contains("Seq Scan"), "\(name):\n\(plan)")
            #expect(plan.contains("Index"), "\(name):\n\(plan)")
          }
        }
      }
    }
  }
#endif
