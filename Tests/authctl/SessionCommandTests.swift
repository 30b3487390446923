import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests what a session provides after the sign-in. Each command runs in a separate process.
@Suite struct `A saved session` {
  @Test func `A saved session provides its token to another process, which prints nothing else`() async throws {
    try await CommandHome.use { home, provider in
      let signedIn = try await home.signIn(at: provider, ["--json", "--show-tokens"])
      #expect(signedIn.status == 0, "\(signedIn.errors)")
      let tokens = try #require(JSONValue(parsing: Data(signedIn.output.utf8))?.object?["tokens"]?.object)
      let token = try await home.run(["token", "work", "--valid-for", "60"])
      #expect(token.output == (tokens["access_token"]?.string ?? "") + "\n")
      #expect(token.errors == "")
      // The command doesn't need the name of the only profile.
      #expect(try await home.run(["token"]).output == token.output)
      #expect(provider.refreshes == 0)
    }
  }

  @Test func `Commands print a session's secrets only on request`() async throws {
    try await CommandHome.use { home, provider in
      var seen = try await home.signIn(at: provider).output
      for arguments in [["status"], ["status", "--json"], ["userinfo"], ["profiles"], ["profiles", "--json"]] {
        let outcome = try await home.run(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        seen += outcome.output + outcome.errors
      }
      seen += try String(contentsOfFile: home.profiles, encoding: .utf8)
      let key = try String(contentsOfFile: home.key, encoding: .utf8).trimmingCharacters(in: .newlines)
      for secret in ["access-", "refresh-", "eyJ", key] { #expect(!seen.contains(secret), "\(secret)") }
    }
  }

  @Test
  func `A saved session is refreshed with one request when two processes need it at the same time`() async throws {
    try await CommandHome.use(script: .init { $0.tokens = { $0["expires_in"] = .integer(30) } }) { home, provider in
      _ = try await home.signIn(at: provider)
      await provider.rewrite { $0.tokens = { _ in } }
      async let first = home.run(["token", "work", "--valid-for", "60"])
      async let second = home.run(["token", "work", "--valid-for", "60"])
      let tokens = try await [first, second]
      #expect(tokens.map(\.status) == [0, 0], "\(tokens.map(\.errors))")
      #expect(tokens[0].output == tokens[1].output)
      #expect(provider.refreshes == 1)
      // The token is valid for an hour, so no longer time is possible.
      #expect(try await home.run(["token", "--valid-for", "1800"]).output == tokens[0].output)
      _ = try await home.run(["token", "--valid-for", "7200"])
      #expect(provider.refreshes == 2)
    }
  }

  @Test func `A session that the provider has ended is reported on one line, with the recovery`() async throws {
    try await CommandHome.use(script: .init { $0.tokens = { $0["expires_in"] = .integer(30) } }) { home, provider in
      _ = try await home.signIn(at: provider)
      await provider.rewrite { script in
        script.instead = { $0.path == "/token" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : nil }
      }
      let ended = try await home.run(["token", "work", "--valid-for", "60"])
      #expect(ended.status == 1)
      #expect(ended.output == "")
      #expect(
        ended.errors == """
          authctl: ended: the server ended the session: The code or the refresh token is invalid, expired or revoked. \
          [invalid_grant] (run authctl sign-in work)

          """)
      #expect(
        try await home.run(["token", "work", "--valid-for", "60"]).errors
          == "authctl: notSignedIn: not signed in to work (run authctl sign-in work)\n")
    }
  }

  @Test func `A saved session is shown by status even if the provider is unreachable`() async throws {
    let home = try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      let issuer = provider.configuration.server.issuer?.text ?? ""
      await provider.stop()
      let text = try await home.run(["status"])
      #expect(text.status == 0)
      #expect(text.output.hasPrefix("work: signed in as user-1 (Ada) at \(issuer); token expires 2"), "\(text.output)")
      #expect(text.output.hasSuffix("; refreshable; scopes: openid profile email\n"), "\(text.output)")
      let json = try await home.run(["status", "work", "--json"])
      let session = JSONValue(parsing: Data(json.output.utf8))?.object?["profiles"]?.array?.first?.object
      #expect(session?["signed_in"] == .bool(true))
      #expect(session?["subject"] == .string("user-1"))
      #expect(session?["refreshable"] == .bool(true))
      // A valid token doesn't need the provider either.
      #expect(try await home.run(["token"]).status == 0)
      return home
    }
    #expect(!FileManager.default.fileExists(atPath: home.folder.path))
  }

  @Test func `authctl sign-out reports a rejected return address without waiting for the browser`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      await provider.rewrite { script in
        script.instead = { request in
          guard request.path == "/logout", request.query.contains("post_logout_redirect_uri=") else { return nil }
          return ScriptedResponse(400, body: "unknown address")
        }
      }
      let out = try await home.run(["sign-out", "work", "--no-browser", "--timeout", "3600"], visiting: false)
      #expect(out.status == 0, "\(out.errors)")
      #expect(out.output == "Signed out of work.\n")
      #expect(out.errors.contains("The provider rejects http://127.0.0.1:"))
      #expect(out.errors.contains("/signed-out as the URL to return to after sign-out."))
      #expect(home.sessions.isEmpty)
    }
  }

  @Test func `With --signed-out-path none, sign-out sends no return address`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider, as: "work", ["--signed-out-path", "none"])
      let out = try await home.run(["sign-out", "work", "--no-browser", "--timeout", "3600"])
      #expect(out.status == 0, "\(out.errors)")
      let pages = provider.requests.filter { $0.path == "/logout" }
      #expect(pages.count == 1 && pages.allSatisfy { !$0.query.contains("post_logout_redirect_uri=") })
    }
  }

  @Test func `A saved session ends on sign-out with its file, its tokens, and the browser's session`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      #expect(home.sessions.count == 1)
      let out = try await home.run(["sign-out", "work", "--no-browser"])
      #expect(out.status == 0, "\(out.errors)")
      #expect(out.output == "Signed out of work.\n")
      #expect(home.sessions.isEmpty)
      #expect(provider.count("/revoke") > 0)
      // The first request checks whether the server accepts the address. It names no session and no user.
      let pages = provider.requests.filter { $0.path == "/logout" }
      #expect(pages.map { $0.query.contains("id_token_hint=") } == [false, true])
      #expect(try await home.run(["sign-out", "work"]).output == "Not signed in to work.\n")
      // The profile is kept.
      #expect(try await home.run(["sign-in", "work", "--no-browser"]).status == 0)
      let quiet = try await home.run(["sign-out", "--keep-browser"])
      #expect(quiet.status == 0, "\(quiet.errors)")
      #expect(provider.count("/logout") == 2)
      #expect(home.sessions.isEmpty)
    }
  }

  @Test func `authctl userinfo requests the user from the provider, or prints the stored claims with --offline`()
    async throws
  {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      await provider.rewrite { $0.userInfo = { $0["name"] = .string("Ada L.") } }
      let asked = try await home.run(["userinfo", "--json"])
      #expect(JSONValue(parsing: Data(asked.output.utf8))?.object?["name"] == .string("Ada L."), "\(asked.errors)")
      let known = try await home.run(["userinfo", "--offline"])
      #expect(known.output.contains("name = \"Ada\"\n"))
      #expect(known.errors == "(no request was sent: these claims are from the sign-in)\n")
      await provider.rewrite { $0.userInfo = { $0["sub"] = .string("mallory") } }
      let other = try await home.run(["userinfo"])
      #expect(other.status == 1)
      #expect(other.errors.hasPrefix("authctl: subjectMismatch: "), "\(other.errors)")
      #expect(other.output == "")
    }
  }
}
