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

  /// Compiles programs with the clients that their packages would generate.
  @Test(arguments: ["apple", "github", "keycloak", "slack"])
  func `The program compiles`(id: String) async throws {
    try await withWorkspace([:]) { workspace in
      #expect(try await new(id, in: workspace).status == 0)
      let folder = "\(id)/Shop/Sources/Shop"
      #expect(try await authgen("generate", folder, "--output", folder, in: workspace).status == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: workspace.path(folder))
        .filter { $0.hasSuffix(".swift") }.map { workspace.path("\(folder)/\($0)") }
      #expect(try await TypeCheck.errors(inFiles: files) == [])
    }
  }

  /// The files parse (`RenderedFileCheck`).
  @Test func `Every provider gets a formatted program, unless its clients can't sign users in to a server`()
    async throws
  {
    let ids = try await authgen("providers", "list").output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    try await withWorkspace([:]) { workspace in
      var rejected: [String: String] = [:]
      for id in ids {
        let result = try await new(id, in: workspace)
        if result.status != 0 { rejected[id] = result.errors }
      }
      #expect(rejected["shopify"]?.contains("it needs shop, which only your app can supply") == true)
      #expect(rejected["openrouter"]?.contains("its clients can't be servers") == true)
      #expect(rejected["ebay"]?.contains("it doesn't identify users") == true)
      #expect(rejected.count < ids.count / 4)
      let lint = ["format", "lint", "--strict", "--recursive", workspace.folder.path] + ["--configuration"]
      let rules = Repository.file(".swift-format").path
      let outcome = try await Command.run(URL(fileURLWithPath: "/usr/bin/env"), ["swift"] + lint + [rules])
      #expect(outcome.errors == "")
    }
  }
}
