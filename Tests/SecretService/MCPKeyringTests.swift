#if os(Linux)
  import AuthRuntime
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus

  @Suite struct `authctl mcp with gnome-keyring` {
    /// Runs the command on a bus, and visits a page that it prints as a user would.
    private func authctl(_ arguments: [String], on bus: SessionBus) async throws -> Command.Outcome {
      let folders = ["AUTHCTL_CONFIG": bus.home.path + "/authctl", "XDG_STATE_HOME": bus.home.path + "/state"]
      return try await Command.run(
        Command.built("authctl"), ["mcp"] + arguments, environment: bus.environment.merging(folders) { $1 }
      ) { line in
        guard line.hasPrefix("  http"), let page = URL(string: line.trimmingCharacters(in: .whitespaces)) else {
          return
        }
        try? await FollowingBrowser().open(page)
      }
    }

    /// Runs a test with a protected resource, which only publishes its metadata, and its authorization server.
    private func withResource(_ body: (_ url: String, ScriptedProvider) async throws -> Void) async throws {
      let configuration = ProviderConfiguration.openIDConnect(issuer: "https://login.example") { it in
        it.client.registration = .dynamic
        it.authorization.resources = .optional
      }
      let provider = try await ScriptedProvider.start(as: configuration)
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let origin = Locked("")
      let server = try await ScriptedServer.start { request in
        guard request.path == "/.well-known/oauth-protected-resource/mcp" else { return ScriptedResponse(401) }
        return .json(#"{"resource":"\#(origin.value)/mcp","authorization_servers":["\#(issuer)"]}"#)
      }
      origin.withLock { $0 = server.url }
      let result: Result<Void, any Error>
      do { result = .success(try await body(server.url + "/mcp", provider)) } catch { result = .failure(error) }
      await server.stop()
      await provider.stop()
      try result.get()
    }

    /// The number of the keyring's items about an authorization server.
    private func items(of provider: ScriptedProvider, on bus: SessionBus) async throws -> Int {
      let attributes = ["issuer": provider.configuration.server.issuer?.text ?? ""]
      let found = try await bus.ask("SearchItems", [.strings(attributes)], response: "aoao")
      return found.first?.paths?.count ?? 0
    }

    @Test func `A login saves the session in the keyring and nowhere else, and other processes use it`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          try await withResource { url, provider in
            let port = String(Int.random(in: 10_000...19_999))
            let login = try await authctl(["login", url, "--no-browser", "--redirect-port", port], on: bus)
            #expect(login.status == 0, "\(login.errors)")
            #expect(try await items(of: provider, on: bus) > 0)
            let token = try await authctl(["token", url], on: bus)
            #expect(token.status == 0 && token.output.hasPrefix("access-"), "\(token.errors)")
            let secret = token.output.trimmingCharacters(in: .newlines)
            let files = FileManager.default.enumerator(atPath: bus.home.path)?.compactMap { $0 as? String } ?? []
            for file in files where file.hasPrefix("authctl") || file.hasPrefix("state") {
              let data = FileManager.default.contents(atPath: bus.home.path + "/" + file) ?? Data()
              #expect(!String(decoding: data, as: UTF8.self).contains(secret), "\(file)")
            }
            let status = try await authctl(["status", "--json"], on: bus)
            let servers = JSONValue(parsing: Data(status.output.utf8))?.object?["servers"]?.array
            #expect(servers?.first?.object?["signed_in"] == true && servers?.first?.object?["store"] == "system")

            let logout = try await authctl(["logout", url], on: bus)
            #expect(logout.status == 0, "\(logout.errors)")
            #expect(provider.requests.contains { $0.path == "/revoke" })
            #expect(try await authctl(["token", url], on: bus).status == 1)
          }
        }
      }
    }
  }
#endif
