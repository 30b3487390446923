#if PostgreSQL && SQLite
  import AuthRuntime
  import Testing

  @testable import AuthPostgres

  @Suite struct `A connection string with several PostgreSQL servers` {
    /// The host and the port of each server that a client tries.
    private func servers(_ address: String) throws -> [String] {
      try PostgresConfiguration(url: Secret("postgresql://app@\(address)")).servers.map {
        "\($0["host"] ?? $0["hostaddr"] ?? "none"):\($0["port"] ?? "none")"
      }
    }

    @Test(
      arguments: [
        ("/app", ["none:none"]),
        ("a.example/app", ["a.example:none"]),
        ("a.example:1,b.example:2/app", ["a.example:1", "b.example:2"]),
        ("a.example,b.example:2/app", ["a.example:5432", "b.example:2"]),
        ("/app?host=a.example,b.example&port=7", ["a.example:7", "b.example:7"]),
        ("/app?hostaddr=192.0.2.1,192.0.2.2&port=1,2", ["192.0.2.1:1", "192.0.2.2:2"]),
        // Alone, an empty host would be that of PGHOST.
        ("/app?host=localhost,", ["localhost,:none"]),
        // libpq reports the number of ports.
        ("/app?host=a.example,b.example&port=1,2,3", ["a.example,b.example:1,2,3"]),
        // libpq has to know all of them to find the primary server last.
        ("a.example:1,b.example:2/app?target_session_attrs=prefer-standby", ["a.example,b.example:1,2"]),
      ])
    func `Each server of the list is tried separately`(address: String, expected: [String]) throws {
      #expect(try servers(address) == expected)
    }

    @Test func `Each server of the list has the other settings`() throws {
      let url = Secret("postgresql://app@a.example:1,b.example:2/db?target_session_attrs=read-write&sslmode=require")
      for server in try PostgresConfiguration(url: url).servers {
        #expect(server["dbname"] == "db" && server["target_session_attrs"] == "read-write")
        #expect(server["sslmode"] == "require")
      }
    }

    @Test func `Servers are tried in any order if the load is balanced`() {
      let hosts = (0..<40).map { "h\($0).example" }
      // Older versions of libpq don't accept the setting in a string.
      let settings = ["host": hosts.joined(separator: ","), "load_balance_hosts": "random"]
      let found = PostgresConfiguration(settings, password: nil).servers.compactMap { $0["host"] }
      #expect(found != hosts)
      #expect(Set(found) == Set(hosts))
    }
  }
#endif
