import AuthRuntime
import Foundation
import TestSupport
import Testing

extension `Generated clients at a real server` {
  /// Runs `authctl sign-in` with the headless browser as `$BROWSER`.
  private func authctl(_ arguments: [String], at server: IdentityServer) async throws -> Command.Outcome {
    let browser = try HeadlessBrowser(trusting: server)
    return try await Command.run(
      Command.built("authctl"), ["sign-in"] + arguments + ["--trust-root", server.trustRoot.path, "--json"],
      environment: browser.environment)
  }

  @Test func `authctl signs in with a descriptor, through $BROWSER`() async throws {
    let server = try IdentityServers.server(.auth0)
    let outcome = try await authctl(
      ["auth0", "--variable", "domain=\(server.authority)", "--client-id", "native-app", "--scope", "openid"]
        + ["--scope", "read:timesheets", "--parameter", "audience=\(server.resource)"], at: server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let fields = try #require(JSONValue(parsing: Data(outcome.output.utf8))?.object)
    #expect(fields["claims"]?.object?["org_id"] == .string("org_42"))
    #expect(fields["issuer"] == .string(server.issuer))
    #expect(fields["scopes"]?.array?.contains(.string("read:timesheets")) == true)
    #expect(fields["tokens"] == nil)
  }

  @Test func `authctl signs in as a confidential client`() async throws {
    let server = try IdentityServers.server(.scalekit)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data((server.confidentialSecret.reveal() + "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try await authctl(
      ["scalekit", "--variable", "environment=\(server.authority)", "--client-id", "web-app"]
        + ["--client-secret-file", file.path], at: server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!(outcome.output + outcome.errors).contains(server.confidentialSecret.reveal()))
  }

  @Test func `authctl signs in at an issuer by discovery alone`() async throws {
    let server = try IdentityServers.server(.auth0)
    // ES256 is not among the algorithms of the Auth0 descriptor, but this server offers it.
    let outcome = try await authctl(["--issuer", server.issuer, "--client-id", "native-es256"], at: server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let slashless = try await authctl(["--issuer", String(server.issuer.dropLast()), "--client-id", "x"], at: server)
    #expect(slashless.status == 1)
    #expect(slashless.errors.hasPrefix("authctl: discoveryIssuerMismatch: "), "\(slashless.errors)")
  }

  @Test func `authctl does not talk to a server whose certificate nobody vouches for`() async throws {
    let server = try IdentityServers.server(.auth0)
    let outcome = try await Command.run(
      Command.built("authctl"), ["sign-in", "--issuer", server.issuer, "--client-id", "native-app"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("authctl: untrustedServer: the TLS certificate of localhost is not trusted"),
      "\(outcome.errors)")
  }
}
