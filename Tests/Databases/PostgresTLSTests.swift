#if PostgreSQL && SQLite
  import AuthRuntime
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthPostgres

  extension Databases {
    @Suite struct `TLS to PostgreSQL` {
      private static let isEncrypted = PostgresStatement(
        "SELECT ssl::int::bigint FROM pg_stat_ssl WHERE pid = pg_backend_pid()")

      private static func encryption(_ options: String, host: String = "localhost") async throws -> Int64? {
        let server = try PostgresServer.running
        var configuration = try server.configuration(
          host: host, options: options.replacing("CA", with: server.folder.appendingPathComponent("ca.pem").path))
        configuration.recoveryTime = .zero
        let database = PostgresDatabase(configuration)
        defer { database.close() }
        return try await database.execute(isEncrypted).rows[0].integer(0)
      }

      @Test func `A valid certificate is accepted`() async throws {
        #expect(try await Self.encryption("?sslmode=verify-full&sslrootcert=CA") == 1)
      }

      @Test func `A certificate for another host name is rejected`() async throws {
        await #expect(throws: PostgresFailure.self) {
          try await Self.encryption("?sslmode=verify-full&sslrootcert=CA", host: "127.0.0.1")
        }
      }

      @Test func `A certificate of an unknown authority is rejected`() async throws {
        await #expect(throws: PostgresFailure.self) { try await Self.encryption("?sslmode=verify-full") }
      }

      @Test func `A connection on the same machine needs no certificate`() async throws {
        #expect(try await Self.encryption("", host: "127.0.0.1") == 1)
        #expect(try await Self.encryption("?sslmode=disable", host: "127.0.0.1") == 0)
      }
    }
  }

  @Suite struct `The settings of PostgreSQL` {
    private static func parameters(_ url: String) throws -> [String: String] {
      try PostgresConfiguration(url: Secret(url)).parameters
    }

    @Test(arguments: [
      "postgresql://app@db.example.com/app", "host=127.0.0.1,db.example.com dbname=app", "service=production",
      "postgresql://app@127.0.0.1.example.com/app", "host=localhost hostaddr=203.0.113.9", "host=127.1 dbname=app",
      "postgresql://app@db.example.com/app?hostaddr=", "host=localhost,db.example.com hostaddr=127.0.0.1,",
      "host=db.example.com hostaddr=,127.0.0.1", "postgresql://app@db.example.com/app?sslmode=",
      "postgresql://app@127.db.example.com/app",
    ])
    func `Another machine must have a valid certificate`(url: String) throws {
      #expect(try Self.parameters(url)["sslmode"] == "verify-full")
    }

    @Test(arguments: [
      "postgresql://app@localhost/app", "postgresql://app@127.0.0.2:5433/app", "postgresql://app@[::1]/app",
      "host=/var/run/postgresql dbname=app", "postgresql:///app", "hostaddr=127.0.0.1, dbname=app",
    ])
    func `A loopback address or a socket needs none`(url: String) throws {
      #expect(try Self.parameters(url)["sslmode"] == "prefer")
    }

    @Test func `If PGSERVICE names the server, it must have a valid certificate`() async {
      // In a separate process, because all tests share the environment.
      await #expect(processExitsWith: .success) {
        setenv("PGSERVICE", "production", 1)
        let configuration = try PostgresConfiguration(url: Secret("postgresql:///app"))
        #expect(configuration.parameters["sslmode"] == "verify-full")
      }
    }

    @Test func `The authorities of PGSSLROOTCERT aren't replaced by those of the system`() async {
      await #expect(processExitsWith: .success) {
        setenv("PGSSLROOTCERT", "/etc/company-ca.pem", 1)
        for url in ["postgresql://db.example.com/app", "postgresql://db.example.com/app?sslmode=verify-full"] {
          let configuration = try PostgresConfiguration(url: Secret(url))
          #expect(configuration.parameters["sslmode"] == "verify-full")
          #expect(configuration.parameters["sslrootcert"] == nil)
        }
      }
    }

    @Test func `The app's choice applies`() throws {
      let required = try Self.parameters("postgresql://db.example.com/app?sslmode=require")
      // With trusted authorities, libpq would check the certificate in this mode, too.
      #expect(required["sslmode"] == "require" && required["sslrootcert"] == nil)
      let configuration = PostgresConfiguration(
        host: "db.example.com", user: "app", database: "app", tls: .verified(rootCertificates: "/etc/ca.pem"))
      #expect(configuration.parameters["sslrootcert"] == "/etc/ca.pem")
    }

    @Test(arguments: ["postgresql://app:p4ssw0rd@[db.example.com/app", "host='p4ssw0rd", "p4ssw0rd="])
    func `An invalid connection string is reported without its contents`(url: String) throws {
      let failure = #expect(throws: PostgresFailure.self) { try PostgresConfiguration(url: Secret(url)) }
      #expect(failure?.description.contains("p4ssw0rd") == false)
    }

    @Test(arguments: [
      ("postgresql://app@127.0.0.1/app?sslmode=none", "sslmode"),
      ("host=127.0.0.1,127.0.0.2 port=1,2,3 user=app", "3 port numbers"),
    ])
    func `A setting that libpq rejects is reported without another attempt`(url: String, reason: String) async throws {
      let configuration = try PostgresConfiguration(url: Secret(url))
      let failure = await PostgresDatabase(configuration).failure(of: PostgresStatement("SELECT 1::bigint"))
      guard case .rejected(let text) = failure else {
        Issue.record("\(failure.debugDescription)")
        return
      }
      #expect(text.contains(reason))
    }

    @Test func `A socket's folder whose name is part of an error doesn't make an outage permanent`() async throws {
      var configuration = PostgresConfiguration(host: "/tmp/certificates", user: "app", database: "app")
      configuration.recoveryTime = .zero
      let failure = await PostgresDatabase(configuration).failure(of: PostgresStatement("SELECT 1::bigint"))
      guard case .unavailable(let text) = failure else {
        Issue.record("\(failure.debugDescription)")
        return
      }
      #expect(text.contains("/tmp/certificates"))
    }

    @Test func `The description and reflection don't contain the password`() throws {
      let url = "postgresql://app:p4ssw0rd@db.example.com/app?sslpassword=p4ssw0rd2"
      let configuration = try PostgresConfiguration(url: Secret(url))
      var dumped = ""
      dump(configuration, to: &dumped)
      #expect(!"\(configuration) \(String(reflecting: configuration)) \(dumped)".contains("p4ssw0rd"))
      #expect(configuration.parameters["password"] == nil && configuration.password != nil)
      #expect("\(configuration)".contains("db.example.com"))
    }
  }
#endif
