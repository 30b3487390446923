import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// `authctl doctor` as a user runs it: a process with output and an exit status.
@Suite struct `authctl doctor as a command` {
  /// Runs the command with a server and with a descriptor in a file.
  private func doctor(
    _ server: PublishingServer = PublishingServer(headers: [:]), _ arguments: [String] = []
  ) async throws -> Command.Outcome {
    try await server.serve { base in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("acme.yaml")
      try Data(Acme.descriptor.replacing("BASE", with: base).utf8).write(to: file)
      var outcome = try await Command.run(Command.built("authctl"), ["doctor", file.path] + arguments)
      outcome.output = outcome.output.replacing(file.path, with: "acme.yaml").replacing(base, with: "BASE")
      outcome.errors = outcome.errors.replacing(file.path, with: "acme.yaml")
      return outcome
    }
  }

  @Test func `authctl doctor exits with 0 if it finds no contradiction`() async throws {
    let outcome = try await doctor()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("\ncontradiction: 0, advice: 1, fine: 11\n"), "\(outcome.output)")
  }

  @Test
  func `authctl doctor exits with 1 if it finds a contradiction, and prints the same lines in every run`() async throws
  {
    let server = PublishingServer(changes: #"{"issuer": "BASE/"}"#, headers: [:])
    let outcome = try await doctor(server)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "authctl: contradiction: acme.yaml and the server disagree; see the findings above\n")
    #expect(try await doctor(server) == outcome)
  }

  @Test func `authctl doctor prints JSON`() async throws {
    let server = PublishingServer(changes: #"{"issuer": "BASE/"}"#, headers: [:])
    let outcome = try await doctor(server, ["--format", "json"])
    #expect(outcome.status == 1)
    let report = try #require(JSONValue(parsing: Data(outcome.output.utf8))?.object)
    #expect(report["provider"] == .string("Acme"))
    #expect(report["contradictions"] == .integer(1))
    let findings = try #require(report["findings"]?.array)
    #expect(
      findings.contains(
        .object([
          "severity": .string("contradiction"), "check": .string("issuer"), "file": .string("acme.yaml"),
          "line": .integer(5), "column": .integer(3), "change": .string("write 'BASE/'"),
          "message": .string("the issuer is BASE here but BASE/ on the server; clients reject all tokens"),
        ])), "\(outcome.output)")
  }

  @Test(arguments: [
    (
      ["auht0"],
      "invalidDescriptor: auht0:1:1: error: the catalog doesn't contain a descriptor 'auht0'; did you mean 'auth0'?"
    ),
    (["auth0"], "missingVariable: the value of domain is missing; an example is acme.eu.auth0.com"),
    (["auth0", "--variable", "domain=a/b"], "invalidVariable: domain isn't in the expected form"),
    (["auth0", "--variable", "domain=a.b", "--variable", "domain=a.b"], "--variable has domain twice"),
    (["auth0", "--issuer", "http://acme.example"], "insecureURL: http://acme.example isn't https"),
    (["auth0", "--issuer", "https://acme.example/x"], "invalidVariable: domain isn't in the expected form"),
  ])
  func `authctl doctor reports invalid input on one line`(arguments: [String], line: String) async throws {
    let outcome = try await Command.run(Command.built("authctl"), ["doctor"] + arguments)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("authctl: \(line)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.isEmpty)
  }
}
