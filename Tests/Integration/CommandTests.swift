import AuthRuntime
import Foundation
import TestSupport
import Testing

extension `Generated clients at a real server` {
  /// Runs `authctl sign-in --no-store` with the headless browser as `$BROWSER`.
  private func authctl(_ arguments: [String], at server: IdentityServer) async throws -> Command.Outcome {
    let browser = try HeadlessBrowser(trusting: server)
    return try await Command.run(
      Command.built("authctl"),
      ["sign-in", "--no-store", "--trust-root", server["CA_FILE"], "--json"] + arguments,
      environment: browser.environment)
  }

  @Test func `authctl stores a session, refreshes its token, and deletes the session`() async throws {
    let server = try IdentityServers.server(.auth0)
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("authctl-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    var environment = try HeadlessBrowser(trusting: server).environment
    environment["AUTHCTL_CONFIG"] = home.appendingPathComponent("config").path
    environment["XDG_STATE_HOME"] = home.appendingPathComponent("state").path
    func authctl(_ arguments: String...) async throws -> Command.Outcome {
      try await Command.run(Command.built("authctl"), arguments, environment: environment)
    }
    let signedIn = try await authctl(
      "sign-in", "auth0", "--variable", "domain=\(server.authority)", "--client-id", "native-app", "--scope", "openid",
      "--scope", "offline_access", "--profile", "work", "--trust-root", server["CA_FILE"], "--store", "file",
      "--key-file", home.appendingPathComponent("key").path, "--create-key")
    #expect(signedIn.status == 0, "\(signedIn.errors)")
    let first = try await authctl("token")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasSuffix("\n") && first.output.split(separator: ".").count == 3)
    #expect(try await authctl("token", "work") == first)
    // The server's tokens are valid for less than a day, so the command has to refresh this one.
    let renewed = try await authctl("token", "work", "--valid-for", "86400")
    #expect(renewed.status == 0 && renewed.output != first.output, "\(renewed.errors)")
    #expect(try await authctl("status").output.hasPrefix("work: signed in as "))
    #expect(try await authctl("userinfo", "work", "--json").output.contains("\"sub\""))
    let signedOut = try await authctl("sign-out", "work", "--keep-browser")
    #expect(signedOut.status == 0, "\(signedOut.errors)")
    #expect(try await authctl("token", "work").errors.hasPrefix("authctl: notSignedIn: "))
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

  @Test func `authctl signs in with only an issuer, through discovery`() async throws {
    let server = try IdentityServers.server(.auth0)
    // The Auth0 descriptor doesn't allow ES256, but this server offers it.
    let outcome = try await authctl(["--issuer", server.issuer, "--client-id", "native-es256"], at: server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let slashless = try await authctl(["--issuer", String(server.issuer.dropLast()), "--client-id", "x"], at: server)
    #expect(slashless.status == 1)
    #expect(slashless.errors.hasPrefix("authctl: discoveryIssuerMismatch: "), "\(slashless.errors)")
  }

  @Test func `authctl doesn't connect to a server with an untrusted certificate`() async throws {
    let server = try IdentityServers.server(.auth0)
    let outcome = try await Command.run(
      Command.built("authctl"), ["sign-in", "--no-store", "--issuer", server.issuer, "--client-id", "native-app"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("authctl: untrustedServer: the TLS certificate of localhost isn't trusted"),
      "\(outcome.errors)")
  }
}
