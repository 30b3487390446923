import AuthDescriptor
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `Names that authctl init chooses` {
  @Test(arguments: [
    ("login.acme.example", "acme"), ("acme.example", "acme"), ("accounts.google.com", "google"),
    ("sso.acme.co.uk", "acme"), ("localhost", "localhost"), ("127.0.0.1", "local"), ("::1", "local"),
    ("my-idp.example", "my-idp"), ("1st.example", "provider-login"), ("url.example", "url-login"),
    ("xn--bcher-kva.example", "xn--bcher-kva"),
  ])
  func `An ID is the registered name of the host`(host: String, id: String) {
    #expect(DraftNames.id(host: host) == id)
  }

  @Test(arguments: [("Auth/acme.yaml", "acme" as String?), ("acme", "acme"), ("Acme.yaml", nil), ("-", nil)])
  func `A file's name becomes the ID if it is a valid one`(file: String, id: String?) {
    #expect(DraftNames.id(file: file) == id)
  }

  @Test func `A name consists of the ID's words`() {
    #expect(DraftNames.name(id: "acme-login") == "Acme Login")
  }

  @Test func `Scopes can be Swift keywords, except self and init, which are left to the author`() async throws {
    let words = """
      actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet \
      do dynamic each else enum extension fallthrough false fileprivate final for func get guard if import in indirect \
      infix init inout internal is lazy let macro mutating nil nonisolated open operator optional override package \
      postfix precedencegroup prefix private protocol public repeat required rethrows return self set some static \
      struct subscript super switch throw throws true try typealias unowned var weak where while willSet yield
      """
    let announced = words.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("acme.yaml").path
    let server = PublishingServer(changes: "{\"scopes_supported\": [\"openid\",\"things\",\(announced)]}")
    try await server.serve { base in
      let outcome = try await Command.run(Command.built("authctl"), ["init", base, "--output", file])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let outcome = try await Command.run(Command.built("authgen"), ["validate", file])
    #expect(outcome.status == 0 && !outcome.errors.contains("warning:"), "\(outcome.errors)")
    let scopes = try DescriptorLoader().load(path: file).descriptor.scopes.values.map(\.name)
    #expect(scopes.contains("public") && scopes.contains("default") && scopes.contains("things"))
    #expect(!scopes.contains("self") && !scopes.contains("init"))
  }

  @Test func `An existing file is overwritten only with --force`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
    try Data("mine".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await PublishingServer().serve { base in
      let arguments = ["init", base, "--id", "acme", "--output", file.path]
      let rejected = try await Command.run(Command.built("authctl"), arguments)
      #expect(rejected.status == 1)
      #expect(rejected.errors == "authctl: fileExists: \(file.path) already exists; --force overwrites it\n")
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
      let forced = try await Command.run(Command.built("authctl"), arguments + ["--force"])
      #expect(forced.status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("id: acme\n"))
      let printed = try await Command.run(Command.built("authctl"), ["init", base, "--id", "acme", "--output", "-"])
      #expect(try printed.output == String(contentsOf: file, encoding: .utf8))
    }
  }
}
