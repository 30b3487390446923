import AuthRuntime
import Foundation
import TestSupport
import Testing

extension `Generated clients at a real server` {
  private func authctl(_ arguments: [String], at server: IdentityServer) async throws -> Command.Outcome {
    try await Command.run(Command.built("authctl"), arguments + ["--trust-root", server["CA_FILE"]])
  }

  @Test func `authctl init describes a server, and authctl doctor agrees with the result`() async throws {
    let server = try IdentityServers.server(.auth0)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("acme.yaml")

    let written = try await authctl(["init", server.issuer, "--output", file.path], at: server)
    #expect(written.status == 0, "\(written.errors)")
    let valid = try await Command.run(Command.built("authgen"), ["validate", file.path])
    #expect(valid.status == 0 && !valid.errors.contains("warning:"), "\(valid.errors)")
    let visit = try await authctl(["doctor", file.path], at: server)
    #expect(visit.status == 0, "\(visit.output)")
    #expect(visit.output.contains("acme.yaml:9:3: fine: the issuer is \(server.issuer) [issuer]\n"), "\(visit.output)")
    #expect(visit.output.hasSuffix("contradiction: 0, advice: 0, fine: 13\n"), "\(visit.output)")

    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing(server.issuer, with: server.issuer.dropLast()).utf8).write(to: file)
    let broken = try await authctl(["doctor", file.path], at: server)
    #expect(broken.status == 1)
    #expect(broken.output.contains("clients reject all tokens; write '\(server.issuer)' [issuer]\n"))
  }

  @Test(arguments: [("auth0", "domain", IdentityServer.Style.auth0), ("scalekit", "environment", .scalekit)])
  func `authctl doctor confirms that the catalog's descriptor matches the server`(
    provider: String, variable: String, style: IdentityServer.Style
  ) async throws {
    let server = try IdentityServers.server(style)
    let outcome = try await authctl(
      ["doctor", provider, "--variable", "\(variable)=\(server.authority)", "--format", "json"], at: server)
    #expect(outcome.status == 0, "\(outcome.output)")
    let report = try #require(JSONValue(parsing: Data(outcome.output.utf8))?.object)
    #expect(report["contradictions"] == .integer(0))
    #expect(report["issuer"] == .string(server.issuer))
    let byIssuer = try await authctl(["doctor", provider, "--issuer", server.issuer, "--format", "json"], at: server)
    #expect(byIssuer == outcome)
  }

  @Test func `authctl doctor reports an untrusted certificate`() async throws {
    let server = try IdentityServers.server(.auth0)
    let outcome = try await Command.run(
      Command.built("authctl"), ["doctor", "auth0", "--variable", "domain=\(server.authority)"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix(
        "catalog:auth0.yaml:7:3: contradiction: untrustedServer: the TLS certificate of localhost isn't trusted "
          + "(the discovery document); "),
      "\(outcome.output)")
    #expect(outcome.errors == "authctl: contradiction: auth0 and the server disagree; see the findings above\n")
  }
}
