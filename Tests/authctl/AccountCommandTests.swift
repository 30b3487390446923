import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests several sessions of one user.
@Suite struct `Accounts and profiles` {
  @Test func `Without a client ID, a sign-in registers the client, and later commands use its registration`()
    async throws
  {
    try await CommandHome.use(registration: .dynamic) { home, provider in
      let signIn = try await home.signIn(at: provider, clientID: nil, ["--redirect-port", "10123"])
      #expect(signIn.status == 0, "\(signIn.errors)")
      _ = try await home.signIn(at: provider, clientID: nil, ["--redirect-port", "10123", "--account", "home"])
      #expect(provider.count("/register") == 1)
      let token = try await home.run(["token", "work", "--valid-for", "7200"])
      #expect(token.status == 0, "\(token.errors)")
      #expect(provider.requests.last { $0.path == "/token" }?.text.contains("client_id=client-1") == true)
      let out = try await home.run(["sign-out", "work", "--no-browser"])
      #expect(out.status == 0, "\(out.errors)")
    }
  }

  @Test func `Accounts of one client are independent of each other`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      await provider.rewrite { $0.user = TestUser("user-2", claims: ["name": "Bob"]) }
      _ = try await home.signIn(at: provider, ["--account", "bob@example.test"])
      await provider.rewrite { $0.user = TestUser("user-3", claims: ["name": "Eve"]) }
      _ = try await home.signIn(at: provider, as: "home")
      let status = try await home.run(["status"]).output.split(separator: "\n").map { $0.prefix { $0 != ")" } + ")" }
      #expect(
        status == [
          "home: signed in as user-3 (Eve)", "work: signed in as user-1 (Ada)",
          "work --account bob@example.test: signed in as user-2 (Bob)",
        ])
      #expect(home.sessions.count == 3)
      let tokens = [["work"], ["work", "--account", "bob@example.test"], ["home"]]
      var seen: Set<String> = []
      for arguments in tokens { seen.insert(try await home.run(["token"] + arguments).output) }
      #expect(seen.count == 3)
      let out = try await home.run(["sign-out", "work", "--all", "--no-browser"])
      #expect(out.output == "Signed out of work.\nSigned out of work --account bob@example.test.\n", "\(out.errors)")
      #expect(home.sessions.count == 1)
    }
  }

  @Test func `An unknown account is reported with the closest match`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider, ["--account", "bob"])
      let outcome = try await home.run(["token", "work", "--account", "bbo"])
      #expect(
        outcome.errors == """
          authctl: notSignedIn: not signed in to work --account bbo; did you mean 'bob'? \
          (run authctl sign-in work --account bbo)

          """)
      #expect(outcome.status == 1)
      // The account without a name doesn't have a session.
      #expect(try await home.run(["status"]).output.hasPrefix("work --account bob: signed in as user-1 (Ada)"))
    }
  }

  @Test func `A profile with a session can't become another client's`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let other = try await home.signIn(at: provider, ["--client-id", "other"])
      #expect(other.status == 1)
      let line = """
        authctl: profileInUse: the profile work is for \(issuer), client app, and is signed in \
        (run authctl sign-out work --all first, or pass another --profile)
        """
      #expect(other.lastError == line)
      #expect(!other.errors.contains("/authorize"))
      _ = try await home.run(["sign-out", "--keep-browser"])
      #expect(try await home.signIn(at: provider, ["--client-id", "other"]).status == 0)
      #expect(try await home.run(["profiles"]).output == "work: \(issuer), client other\n")
    }
  }

  @Test func `A user signs in on another device by entering a code`() async throws {
    try await CommandHome.use { home, provider in
      let outcome = try await home.signIn(at: provider, ["--device", "--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("and enter: WDJB-MJHT\n"))
      #expect(outcome.errors.contains("/device/page?user_code=WDJB-MJHT\n"))
      #expect(JSONValue(parsing: Data(outcome.output.utf8))?.object?["subject"] == .string("user-1"))
      #expect(try await home.run(["token"]).output.hasPrefix("access-"))
      // This machine's browser doesn't have a session to end.
      #expect(try await home.run(["sign-out"]).status == 0)
      #expect(provider.count("/logout") == 0)
    }
  }

  @Test func `Without a store, no session is saved`() async throws {
    try await CommandHome.use { home, provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      let outcome = try await home.run(
        ["sign-in", "--issuer", issuer, "--client-id", "app", "--no-browser", "--no-store", "--redirect-port", "40123"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("subject   user-1"))
      #expect(!FileManager.default.fileExists(atPath: home.profiles))
      #expect(home.sessions.isEmpty)
    }
  }
}
