import Foundation
import TestSupport
import Testing

/// Runs the command as a user does, and checks its exit code, output, and files.
@Suite struct `The command authgen` {
  @Test func `authgen generates from files and from the catalog`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      let result = try await authgen(
        "generate", workspace.path("acme.yaml"), "auth0", "--output", workspace.path("out"))
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(workspace.written == [".authgen", "Acme.swift", "Auth0.swift"])
    }
  }

  @Test func `authgen reports all errors and writes no file if any descriptor is invalid`() async throws {
    let files = ["acme.yaml": acme, "bad.yaml": acme + "tokn: {}\n", "worse.yaml": acme + "name: x\n"]
    try await withWorkspace(files) { workspace in
      let result = try await authgen(
        "generate", workspace.path("acme.yaml"), workspace.path("bad.yaml"), workspace.path("worse.yaml"),
        "--output", workspace.path("out"))
      #expect(result.status == 1)
      #expect(
        workspace.relative(result.errors) == """
          bad.yaml:2:1: warning: the ID 'acme' differs from the file name 'bad'; rename one of them [id-file-mismatch]
            2 | id: acme
              | ^
          bad.yaml:6:1: error: unknown key 'tokn'; did you mean 'token'? [unknown-key]
            6 | tokn: {}
              | ^
          worse.yaml:6:1: error: duplicate key 'name'; it was first used in line 3 [duplicate-key]
            6 | name: x
              | ^

          """)
      #expect(workspace.written == [])
    }
  }

  @Test func `authgen compares the files without writing them with --check`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      let generate = ["generate", workspace.path("acme.yaml"), "--output", workspace.path("out")]
      #expect(try await authgen(generate + ["--check"]).status == 1)
      #expect(workspace.written == [])
      #expect(try await authgen(generate).status == 0)
      #expect(try await authgen(generate + ["--check"]).status == 0)
      try workspace.write("acme.yaml", acme + "token: { encoding: json }\n")
      let stale = try await authgen(generate + ["--check"])
      #expect(stale.status == 1)
      let path = workspace.path("out/Acme.swift")
      let head =
        "\(path):1:1: error: the file differs from its descriptor [stale-output]\n--- \(path)\n+++ \(path) (new)\n@@ "
      #expect(stale.errors.hasPrefix(head))
      #expect(stale.errors.contains("\n+    it.token.encoding = .json\n"))
    }
  }

  @Test func `authgen writes nothing if one of the files can't be written`() async throws {
    try await withWorkspace([:]) { workspace in
      let inTheWay = workspace.path("out/Scalekit.swift")
      try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: true)
      let result = try await authgen("generate", "auth0", "scalekit", "--output", workspace.path("out"))
      #expect(result.status == 1)
      #expect(result.errors.contains("Scalekit.swift:1:1: error: cannot write: a folder is in the way"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("out")) == ["Scalekit.swift"])
    }
  }

  @Test func `authgen reports the same conflicts from validate as from generate`() async throws {
    try await withWorkspace(["acme.yaml": acme, "other.yaml": acme]) { workspace in
      let result = try await authgen("validate", workspace.path("acme.yaml"), workspace.path("other.yaml"))
      #expect(result.status == 1)
      #expect(result.errors.contains("already generates Acme.swift"))
    }
  }

  @Test func `authgen rejects two descriptors that generate one type`() async throws {
    try await withWorkspace(["acme.yaml": acme, "other.yaml": acme]) { workspace in
      let result = try await authgen(
        "generate", workspace.path("acme.yaml"), workspace.path("other.yaml"), "--output", workspace.path("out"))
      #expect(result.status == 1)
      #expect(
        workspace.relative(result.errors).contains(
          "other.yaml:1:1: error: acme.yaml already generates Acme.swift; set another name with 'swift.type'"))
      #expect(workspace.written == [])
    }
  }

  @Test func `authgen reports warnings from validate`() async throws {
    try await withWorkspace(["other.yaml": acme]) { workspace in
      let result = try await authgen("validate", workspace.path("other.yaml"))
      #expect(result.status == 0)
      #expect(
        workspace.relative(result.errors)
          == """
          other.yaml:2:1: warning: the ID 'acme' differs from the file name 'other'; rename one of them [id-file-mismatch]
            2 | id: acme
              | ^

          """)
    }
  }

  @Test func `authgen explains why a file can't be written`() async throws {
    try await withWorkspace(["acme.yaml": acme, "out": "a file"]) { workspace in
      let result = try await authgen("generate", workspace.path("acme.yaml"), "--output", workspace.path("out"))
      #expect(result.status == 1)
      #expect(workspace.relative(result.errors).hasPrefix("out:1:1: error: cannot write: 'out' isn't a folder"))
    }
  }

  @Test func `authgen suggests the closest provider ID`() async throws {
    let result = try await authgen("validate", "auth")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "auth:1:1: error: the catalog doesn't contain a descriptor 'auth'; did you mean 'auth0'? [unknown-descriptor]\n"
    )
  }
}
