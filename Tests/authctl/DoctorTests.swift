import AuthRuntime
import AuthTesting
import Foundation
import Testing

@testable import authctl

/// A descriptor, a server, and the expected findings that aren't `fine`.
struct DoctorCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The descriptor that replaces the usual one.
  var descriptor = Acme.descriptor
  /// The YAML to append to the usual descriptor.
  var adding = ""
  var server = PublishingServer()
  /// The offset of this machine's clock.
  var ahead: TimeInterval = 0.5
  var lines: [String]

  var testDescription: String { name }

  func findings(issuer: String? = nil) async throws -> [Finding] {
    try await server.serve { base in
      let loaded = try Acme.load(descriptor + adding, base: base)
      let doctorCase = DoctorRun(
        loaded: loaded, variables: [:], issuer: issuer.map { $0.replacing("BASE", with: base) })
      let report = try await doctorCase.report(fetch: .at(Acme.noon.addingTimeInterval(ahead)))
      return report.findings.map { finding in
        var finding = finding
        finding.message = finding.message.replacing(base, with: "BASE")
        finding.change = finding.change?.replacing(base, with: "BASE")
        return finding
      }
    }
  }

  func reportedLines(issuer: String? = nil) async throws -> [String] {
    try await findings(issuer: issuer).filter { $0.severity != .fine }.map {
      $0.description.replacing("acme.yaml:", with: "")
    }
  }
}

@Suite struct `authctl doctor` {
  @Test func `authctl doctor reports no problem for a descriptor that matches the server`() async throws {
    let findings = try await DoctorCase(name: "", lines: []).findings()
    #expect(
      findings.map(\.description) == [
        "acme.yaml:1:1: fine: found the document at BASE/.well-known/openid-configuration [discovery]",
        "acme.yaml:5:3: fine: the issuer is BASE [issuer]",
        "acme.yaml:4:1: fine: authorization_endpoint, end_session_endpoint, jwks_uri, revocation_endpoint and "
          + "token_endpoint: found by discovery [endpoints]",
        "acme.yaml:7:13: fine: ES256: allowed and listed [algorithms]",
        "acme.yaml:7:13: fine: some of 1 published keys verify ES256 [keys]",
        "acme.yaml:1:1: fine: the server lists PKCE with S256 [pkce]",
        "acme.yaml:1:1: fine: openid, profile and email: listed [scopes]",
        "acme.yaml:1:1: fine: the response type code is returned in the query [response]",
        "acme.yaml:4:1: fine: callbacks contain iss, which clients check [iss]",
        "acme.yaml:1:1: fine: sign-out at the standard end_session_endpoint [logout]",
        "acme.yaml:1:1: fine: tokens are revoked at the revocation_endpoint [revocation]",
        "acme.yaml:7:1: fine: the clocks agree within 1 s [clock]",
      ])
  }

  @Test(arguments: DoctorCase.ofDocuments + DoctorCase.ofDescriptors + DoctorCase.ofServers + DoctorCase.ofClocks)
  func `authctl doctor reports what to change, and where`(doctorCase: DoctorCase) async throws {
    let lines = try await doctorCase.reportedLines()
    #expect(lines == doctorCase.lines, "\(lines)")
  }

  @Test func `authctl doctor examines another issuer if an option names it`() async throws {
    let doctorCase = DoctorCase(name: "", server: PublishingServer(changes: #"{"issuer":"BASE/"}"#), lines: [])
    #expect(
      try await doctorCase.reportedLines(issuer: "BASE/") == [
        "5:3: contradiction: the issuer is BASE here but BASE/ on the server; clients reject all tokens; write 'BASE/' "
          + "[issuer]"
      ])
  }

  @Test func `authctl doctor sends only two requests and starts no sign-in`() async throws {
    let server = try await ScriptedServer.start { PublishingServer().response($0) }
    let loaded = try Acme.load(Acme.descriptor, base: server.url)
    _ = try await DoctorRun(loaded: loaded, variables: [:], issuer: nil).report(fetch: .at())
    await server.stop()
    #expect(server.requests.map(\.path) == ["/.well-known/openid-configuration", "/keys"])
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.query.isEmpty && $0.headers["authorization"] == nil })
  }

  @Test(arguments: [
    ("https://{domain}/", "https://acme.example/", ["domain": "acme.example"]),
    ("https://{domain}/", "https://acme.example", ["domain": "acme.example"]),
    ("https://{domain}", "https://acme.example:8443/", ["domain": "acme.example:8443"]),
    ("https://{domain}/realms/a", "https://acme.example/realms/a", ["domain": "acme.example"]),
    ("https://{domain}/realms/a", "https://acme.example/realms/b", [:]),
  ])
  func `authctl doctor infers a variable from the issuer`(template: String, issuer: String, variables: [String: String])
    throws
  {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      variables: { domain: { kind: host, example: login.acme.example } }
      server: { issuer: "\(template)" }
      """
    let loaded = try Acme.load(yaml, base: "")
    #expect(DescriptorFacts.variables(of: loaded, from: issuer) == variables)
    guard !variables.isEmpty else { return }
    let facts = try DescriptorFacts(loaded, variables: variables)
    #expect(facts.template(of: (facts.issuer ?? "") + "/x") == "\(template)/x")
    #expect(facts.template(of: "https://other.example/{x}") == "https://other.example/{{x}}")
  }
}
