import Foundation
import TestSupport
import Testing

@Suite struct `The command authgen new for web apps` {
  private func new(_ id: String, in workspace: Workspace) async throws -> Command.Outcome {
    try await authgen(
      ["new", "Shop", "--provider", id, "--web", "--output", id, "--package", Repository.root.path], in: workspace)
  }

  @Test func `The package has the trait, the modules, and the routes of a web app`() async throws {
    try await withWorkspace([:]) { workspace in
      #expect(try await new("github", in: workspace).status == 0)
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: workspace.path("github/Shop/\(name)"), encoding: .utf8)
      }
      let manifest = try text("Package.swift")
      #expect(manifest.contains(#"traits: [.defaults, "Hummingbird"])"#))
      #expect(manifest.contains(#".product(name: "AuthHummingbird", package: "swift-auth-generator"),"#))
      let program = try text("Sources/Shop/App.swift")
      #expect(program.contains(#"clientSecret: Secret(setting("AUTH_CLIENT_SECRET", example: "a-secret")))"#))
      #expect(program.contains(#"web.mount(on: router.group("auth"))"#))
      let steps = try text("README.md")
      #expect(steps.contains("- Callback URL: `http://localhost:8080/auth/callback`"))
      #expect(steps.contains("AUTH_CLIENT_ID='abc123' AUTH_CLIENT_SECRET='a-secret' swift run Shop"))
    }
  }

  /// Compiles every program with the client that its package would generate.
  @Test func `Every provider whose clients can be servers gets a program that compiles`() async throws {
    let ids = try await authgen("providers", "list").output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    try await withWorkspace([:]) { workspace in
      var rejected: [String] = []
      for id in ids {
        let result = try await new(id, in: workspace)
        guard result.status == 0 else {
          rejected.append(result.errors)
          continue
        }
        let folder = "\(id)/Shop/Sources/Shop"
        #expect(try await authgen("generate", folder, "--output", folder, in: workspace).status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: workspace.path(folder))
          .filter { $0.hasSuffix(".swift") }.map { workspace.path("\(folder)/\($0)") }
        #expect(try await TypeCheck.errors(inFiles: files) == [], "\(id)")
      }
      #expect(rejected.count < ids.count / 2, "\(rejected)")
      let lint = ["format", "lint", "--strict", "--recursive", workspace.folder.path] + ["--configuration"]
      let rules = Repository.file(".swift-format").path
      let outcome = try await Command.run(URL(fileURLWithPath: "/usr/bin/env"), ["swift"] + lint + [rules])
      #expect(outcome.errors == "")
    }
  }
}
