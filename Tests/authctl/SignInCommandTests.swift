import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// `authctl sign-in` as a user runs it: a process with output and an exit status.
@Suite struct `authctl sign-in` {
  /// A server that only its discovery document describes.
  private static let discoverable = ProviderConfiguration(id: "test", name: "Test") { it in
    it.server.issuer = "https://id"
    it.server.authorizationEndpoint = "https://id/authorize"
    it.server.tokenEndpoint = "https://id/token"
    it.server.jwksURI = "https://id/keys"
  }

  private func authctl(_ arguments: [String]) async throws -> Command.Outcome {
    // Not the profiles of the developer who runs the tests.
    try await Command.run(
      Command.built("authctl"), ["sign-in", "--no-store"] + arguments, environment: ["XDG_CONFIG_HOME": "/nowhere"])
  }

  /// Runs a sign-in at a scripted provider, and visits the page that the command prints as a user would.
  private func signIn(
    _ arguments: [String] = [], script: ScriptedProvider.Script = .init(),
    visiting visit: @escaping @Sendable (URL) async -> Void = { try? await FollowingBrowser().open($0) }
  ) async throws -> Command.Outcome {
    let provider = try await ScriptedProvider.start(as: Self.discoverable, script: script)
    let issuer = provider.configuration.server.issuer?.text ?? ""
    let options = ["--no-store", "--issuer", issuer, "--client-id", "app", "--no-browser"]
    let port = String(Int.random(in: 10_000...19_999))
    let outcome = try await Command.run(
      Command.built("authctl"), ["sign-in"] + options + ["--redirect-port", port] + arguments
    ) { line in
      guard line.hasPrefix("  http"), let page = URL(string: line.trimmingCharacters(in: .whitespaces)) else { return }
      await visit(page)
    }
    await provider.stop()
    return outcome
  }

  private func lastLine(_ outcome: Command.Outcome) -> String {
    outcome.errors.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func `authctl sign-in prints verified claims and no token`() async throws {
    let outcome = try await signIn(["--json", "--scope", "profile", "--parameter", "audience=api"])
    #expect(outcome.status == 0)
    let fields = try #require(JSONValue(parsing: Data(outcome.output.utf8))?.object)
    #expect(fields["subject"] == .string("user-1"))
    #expect(fields["scopes"] == .array([.string("openid"), .string("profile")]))
    #expect(fields["refreshable"] == .bool(true))
    #expect(fields["claims"]?.object?["name"] == .string("Ada"))
    #expect(fields["expires_at"]?.string?.hasSuffix("Z") == true)
    #expect(fields["tokens"] == nil)
    for secret in ["access-", "refresh-", "eyJ"] { #expect(!(outcome.output + outcome.errors).contains(secret)) }
  }

  @Test func `authctl sign-in uses a callback URL with the issuer's path and prints it before it waits`() async throws {
    let asked = Locked<URL?>(nil)
    let own = try await signIn { page in
      asked.withLock { $0 = page }
      try? await FollowingBrowser().open(page)
    }
    #expect(own.status == 0)
    let sent = URLComponents(url: try #require(asked.value), resolvingAgainstBaseURL: false)?.queryItems
    let callback = try #require(sent?.first { $0.name == "redirect_uri" }?.value)
    #expect(callback.contains(/^http:\/\/127\.0\.0\.1:1\d{4}\/callback\/[0-9a-f]{32}$/))
    let notice = "The provider returns the browser to \(callback)"
    let lines = own.errors.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.hasPrefix(notice) }, "\(own.errors)")
    #expect(place < (lines.lastIndex { $0.hasPrefix("  http") } ?? 0) + 3)

    let registered = try await signIn(["--callback-path", "/registered"])
    #expect(registered.status == 0)
    #expect(registered.errors.contains("/registered. If it shows an error page instead"))
  }

  @Test(arguments: ["--version", "profiles --json", "--help"])
  func `authctl sign-in ends with an error when standard output can't be written`(arguments: String) async throws {
    try await CommandHome.use { home in
      for stream in [">/dev/full", ">&-"] {
        let command = "HOME='\(home.folder.path)' '\(Command.built("authctl").path)' \(arguments) \(stream)"
        let result = try await Command.run(URL(fileURLWithPath: "/bin/sh"), ["-c", command])
        #expect(result.status == 1, "\(command)")
        #expect(result.errors.contains("cannot write to standard output"))
      }
    }
  }

  @Test func `authctl sign-in prints its version`() async throws {
    let result = try await Command.run(Command.built("authctl"), ["--version"])
    #expect(result.status == 0)
    #expect(result.output.contains(/^\d+\.\d+\.\d+/))
  }

  @Test func `authctl sign-in prints tokens on request, and plain text without --json`() async throws {
    let shown = try await signIn(["--json", "--show-tokens"])
    let tokens = try #require(JSONValue(parsing: Data(shown.output.utf8))?.object?["tokens"]?.object)
    #expect(tokens.keys.sorted() == ["access_token", "id_token", "refresh_token"])
    let text = try await signIn()
    #expect(text.status == 0)
    #expect(text.output.contains("subject   user-1"))
    #expect(!text.output.contains("access-"))
  }

  @Test
  func `authctl sign-in reports a rejection on one line with the failure's name and recovery, and exits with 1`()
    async throws
  {
    let denied = try await signIn(script: .init { $0.callback = { $0[0] = ("error", "access_denied") } })
    #expect(denied.status == 1)
    #expect(
      lastLine(denied)
        == "authctl: accessDenied: The user or the server denied the request. [access_denied] (try again)")
    #expect(denied.output == "")
    let forged = try await signIn(script: .init { $0.idToken = { $0.dropLast(4) + "AAAA" } })
    #expect(forged.status == 1)
    #expect(lastLine(forged) == "authctl: invalidSignature: the signature of the ID token is invalid (sign in again)")
  }

  @Test func `authctl sign-in names a wrong state when the time limit has passed`() async throws {
    let outcome = try await signIn(["--timeout", "40"]) { page in
      let redirectURI =
        URLComponents(url: page, resolvingAgainstBaseURL: false)?
        .queryItems?.first { $0.name == "redirect_uri" }?.value ?? ""
      guard let forged = URL(string: redirectURI + "?code=x&state=guess") else { return }
      _ = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: forged))
    }
    #expect(outcome.status == 1)
    #expect(
      lastLine(outcome) == """
        authctl: timedOut: the browser didn't return in time; \
        the last callback was rejected: the callback's state isn't the one that was sent (try again)
        """)
  }

  @Test(arguments: [
    (["--client-id", "a"], "authctl: Pass either a provider or --issuer."),
    (["auth0", "--client-id", "a", "--issuer", "https://a.b"], "authctl: Pass either a provider or --issuer."),
    (["auth0"], "authctl: Missing expected argument '--client-id <client-id>'"),
    (
      ["auth0", "--client-id", "a"],
      "authctl: missingVariable: the value of domain is missing; an example is acme.eu.auth0.com"
    ),
    (
      ["auth0", "--client-id", "a", "--variable", "domain=https://a.b"],
      "authctl: invalidVariable: domain isn't in the expected form, such as acme.eu.auth0.com"
    ),
    (
      ["auth0", "--client-id", "a", "--variable", "domain=a.b", "--parameter", "audiense=x"],
      "authctl: unknownParameter: unknown parameter 'audiense'; use audience, "
    ),
    (
      ["auth0", "--client-id", "a", "--variable", "domain=a.b", "--parameter", "state=x"],
      "authctl: invalidParameter: the parameter state must be omitted: the client sets it"
    ),
    (
      ["--issuer", "http://id.example.com", "--client-id", "a"],
      """
      authctl: insecureURL: http://id.example.com isn't https (http is allowed for loopback addresses only; \
      in metadata, the issuer must be one too)
      """
    ),
    (["--issuer", "nonsense", "--client-id", "a"], "authctl: invalidURL: nonsense isn't a valid URL"),
    (
      ["auht0", "--client-id", "a"],
      "authctl: invalidDescriptor: auht0:1:1: error: the catalog doesn't contain a descriptor 'auht0'; did you mean 'auth0'?"
    ),
    (
      ["auth0", "--client-id", "a", "--variable", "domain=a.b", "--client-secret-file", "/nowhere/secret"],
      "authctl: unreadableFile: can't read a secret from /nowhere/secret"
    ),
    (
      ["auth0", "--client-id", "a", "--variable", "domain=a.b", "--trust-root", "/nowhere/ca.pem"],
      "authctl: unreadableFile: can't read a certificate from /nowhere/ca.pem"
    ),
    (
      ["auth0", "--client-id", "a", "--timeout", "0"],
      "authctl: --timeout must be a number of seconds between 1 and 86400."
    ),
  ])
  func `authctl sign-in reports invalid input on one line before it opens anything`(arguments: [String], line: String)
    async throws
  {
    let outcome = try await authctl(arguments)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix(line), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output == "")
  }
}
