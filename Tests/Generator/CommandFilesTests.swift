import Foundation
import TestSupport
import Testing

@Suite struct `The command authgen with files` {
  private let family = "schema: 1\nid: base\nname: Base\nabstract: true\n"

  @Test func `authgen finds all descriptors in a folder`() async throws {
    let files = [
      "in/acme.yaml": acme, "in/sub/other.yml": acme.replacing("acme\nname: Acme", with: "other\nname: Other"),
      "in/families/base.yaml": family, "in/.hidden/x.yaml": "rubbish", "in/.y.yaml": "rubbish", "in/notes.txt": "x",
    ]
    try await withWorkspace(files) { workspace in
      try FileManager.default.createSymbolicLink(
        atPath: workspace.path("in/sub/loop"), withDestinationPath: workspace.path("in"))
      let result = try await authgen("generate", "in", "--output", "out", in: workspace)
      #expect(result.errors == "")
      #expect(result.status == 0)
      #expect(workspace.written == [".authgen", "Acme.swift", "Other.swift"])
      #expect(try await authgen("validate", "in", in: workspace).status == 0)
    }
  }

  @Test func `authgen validates the keys of families in a folder`() async throws {
    try await withWorkspace(["in/families/base.yaml": family + "tokn: {}\n"]) { workspace in
      let result = try await authgen("validate", "in", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("in/families/base.yaml:5:1: error: unknown key 'tokn'; did you mean 'token'?"))
      let named = try await authgen("validate", "in", "in/families/base.yaml", in: workspace)
      #expect(named.errors.contains("[unknown-key]"))
    }
  }

  @Test func `authgen reports a folder without a descriptor`() async throws {
    try await withWorkspace(["in/notes.txt": "x"]) { workspace in
      let result = try await authgen("validate", "in", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors == "in:1:1: error: this folder doesn't contain a descriptor (*.yaml) [unreadable-file]\n")
    }
  }

  @Test func `authgen generates the same bytes in any order, and for a file that is named twice`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      for (number, inputs) in [["acme.yaml", "auth0"], ["auth0", "./acme.yaml", "acme.yaml", "."]].enumerated() {
        let result = try await authgen(["generate"] + inputs + ["--output", "out\(number)"], in: workspace)
        #expect(result.status == 0, "\(result.errors)")
      }
      for name in [".authgen", "Acme.swift", "Auth0.swift"] {
        let contents = [0, 1].map { FileManager.default.contents(atPath: workspace.path("out\($0)/\(name)")) }
        #expect(contents[0] != nil)
        #expect(contents[0] == contents[1])
      }
    }
  }

  @Test func `authgen lists the planned changes in a dry run`() async throws {
    try await withWorkspace(["a.yaml": acme.replacing("id: acme", with: "id: a"), "acme.yaml": acme]) { workspace in
      #expect(try await authgen("generate", "a.yaml", "acme.yaml", "--output", "out", in: workspace).status == 0)
      try FileManager.default.removeItem(atPath: workspace.path("a.yaml"))
      let result = try await authgen("generate", ".", "auth0", "--output", "out", "--dry-run", in: workspace)
      #expect(result.output == "remove A.swift\nunchanged Acme.swift\nwrite Auth0.swift\n")
      #expect(result.status == 0)
      #expect(workspace.written == [".authgen", "A.swift", "Acme.swift"])
    }
  }

  @Test func `authgen removes only files that it generated and no longer generates`() async throws {
    try await withWorkspace(["acme.yaml": acme, "out/Mine.swift": "let mine = 1\n"]) { workspace in
      let generate = ["generate", "acme.yaml", "--output", "out"]
      #expect(try await authgen(generate, in: workspace).status == 0)
      #expect(try await authgen("generate", "auth0", "--output", "out", in: workspace).status == 0)
      #expect(workspace.written == [".authgen", "Acme.swift", "Auth0.swift", "Mine.swift"])
      try workspace.write("acme.yaml", acme + "swift: { type: Login }\n")
      let stale = try await authgen(generate + ["--check"], in: workspace)
      #expect(stale.status == 1)
      #expect(
        stale.errors == """
          out/Login.swift:1:1: error: the file is missing [stale-output]
          out/Acme.swift:1:1: error: no descriptor generates this file anymore [stale-output]

          """)
      #expect(try await authgen(generate, in: workspace).status == 0)
      #expect(workspace.written == [".authgen", "Auth0.swift", "Login.swift", "Mine.swift"])
      #expect(try await authgen(generate + ["--check"], in: workspace).status == 0)
    }
  }

  @Test func `authgen uses the templates in a folder`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      #expect(try await authgen("templates", "eject", "my", in: workspace).output.contains("my/client.swift.stencil\n"))
      #expect(try await authgen("templates", "check", "my", in: workspace).status == 0)
      let again = try await authgen("templates", "eject", "my", in: workspace)
      #expect(again.status == 1)
      #expect(again.errors.contains("my/client.swift.stencil:1:1: error: the file exists; --force replaces it"))
      try workspace.write(
        "my/client.swift.stencil",
        "// Generated by authgen from {{ source }}.\n{% for client in clients %}\nlet {{ client.type }} = 1\n{% endfor %}\n"
      )
      let generate = ["generate", "acme.yaml", "--output", "out", "--templates", "my"]
      #expect(try await authgen(generate, in: workspace).status == 0)
      let contents = try String(contentsOfFile: workspace.path("out/Acme.swift"), encoding: .utf8)
      #expect(contents == "// Generated by authgen from acme.yaml.\nlet Acme = 1\n")
      try workspace.write("my/client.swift.stencil", "let é = {{ sorce|uper }}\n")
      let wrong = try await authgen(generate, in: workspace)
      #expect(
        wrong.errors == """
          my/client.swift.stencil:1:9: error: 'sorce' isn't in the model; did you mean 'source'? [invalid-template]
            1 | let é = {{ sorce|uper }}
              |         ^

          """)
      #expect(try await authgen("templates", "check", "my", in: workspace).errors == wrong.errors)
    }
  }

  @Test func `authgen writes the schema and copied descriptors into the given folder`() async throws {
    try await withWorkspace([:]) { workspace in
      let printed = try await authgen("schema").output
      #expect(try await authgen("schema", "--output", "out/schema.json", in: workspace).status == 0)
      #expect(try String(contentsOfFile: workspace.path("out/schema.json"), encoding: .utf8) == printed)
      let copied = try await authgen("providers", "copy", "auth0", "--output", "out", in: workspace)
      #expect(copied.output == "out/auth0.yaml\n")
      let shown = try await authgen("providers", "show", "auth0").output
      #expect(try String(contentsOfFile: workspace.path("out/auth0.yaml"), encoding: .utf8) == shown)
      #expect(try await authgen("validate", "out/auth0.yaml", in: workspace).status == 0)
      let again = try await authgen("providers", "copy", "auth0", "--output", "out", in: workspace)
      #expect(again.errors == "out/auth0.yaml:1:1: error: the file exists; --force replaces it [unwritable-output]\n")
      #expect(again.status == 1)
      #expect(
        try await authgen("providers", "copy", "auth0", "--output", "out", "--force", in: workspace).status == 0)
    }
  }
}
