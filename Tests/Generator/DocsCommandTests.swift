import Foundation
import TestSupport
import Testing

@Suite struct `The command authgen docs` {
  private let documented = acme + "docs: { register: [Create an app.] }\n"

  @Test func `authgen docs writes tutorials and a table of contents`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let result = try await authgen("docs", "acme.yaml", "auth0", "--output", "out", in: workspace)
      #expect(result.errors == "")
      #expect(result.status == 0)
      #expect(
        workspace.written == [
          ".authgen", "Acme", "Auth0", "SignInTutorials-App.svg", "SignInTutorials-App~dark.svg",
          "SignInTutorials.tutorial",
        ])
      let contents = try String(contentsOfFile: workspace.path("out/SignInTutorials.tutorial"), encoding: .utf8)
      let pages = contents.matches(of: #/doc:([\w-]+)/#).map { String($0.1) }
      #expect(pages == ["Acme-SignIn", "Acme-Session", "Auth0-SignIn", "Auth0-Session"])
    }
  }

  @Test
  func `authgen docs writes an article for each provider and an index, but no tutorials, with --pages`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let docs = ["docs", "acme.yaml", "auth0", "--pages", "--output", "out"]
      let result = try await authgen(docs, in: workspace)
      #expect(result.errors == "")
      #expect(workspace.written == [".authgen", "Acme-Provider.md", "Auth0-Provider.md", "Providers.md"])
      let index = try String(contentsOfFile: workspace.path("out/Providers.md"), encoding: .utf8)
      let pages = index.matches(of: #/- <doc:([\w-]+)>/#).map { String($0.1) }
      #expect(pages == ["Acme-Provider", "Auth0-Provider"])
      #expect(try await authgen(docs + ["--check"], in: workspace).status == 0)
    }
  }

  @Test func `authgen docs removes the tutorials of descriptors that don't commit them`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let docs = ["docs", "acme.yaml", "auth0", "--output", "out"]
      #expect(try await authgen(docs, in: workspace).status == 0)
      #expect(workspace.written.contains("Acme"))
      #expect(try await authgen(docs + ["--committed"], in: workspace).status == 0)
      let left = try FileManager.default.subpathsOfDirectory(atPath: workspace.path("out"))
      #expect(!left.contains { $0.hasSuffix(".tutorial") && $0.contains("Acme") })
      #expect(left.contains("Auth0/Auth0-SignIn.tutorial"))
      let both = try await authgen(docs + ["--committed", "--pages"], in: workspace)
      #expect(both.errors.contains("--pages and --committed can't be used together."))
    }
  }

  @Test func `authgen docs shows the differences with --check`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let docs = ["docs", "acme.yaml", "--output", "out"]
      #expect(try await authgen(docs, in: workspace).status == 0)
      #expect(try await authgen(docs + ["--check"], in: workspace).status == 0)
      try workspace.write("acme.yaml", documented.replacing("Create an app.", with: "Create a native app."))
      let stale = try await authgen(docs + ["--check"], in: workspace)
      #expect(stale.status == 1)
      #expect(
        stale.errors.contains(
          """
          out/Acme/Acme-01-Register.txt:1:1: error: the file differs from its descriptor [stale-output]
          --- out/Acme/Acme-01-Register.txt
          +++ out/Acme/Acme-01-Register.txt (new)
          @@ -1,3 +1,3 @@
           Acme
          \u{20}
          -1. Create an app.
          +1. Create a native app.

          """))
    }
  }

  @Test func `authgen docs removes obsolete steps and keeps a user's files`() async throws {
    try await withWorkspace(["acme.yaml": documented, "out/Acme/Mine.swift": "// mine\n"]) { workspace in
      let docs = ["docs", "acme.yaml", "--output", "out"]
      #expect(try await authgen(docs, in: workspace).status == 0)
      let steps = { try FileManager.default.contentsOfDirectory(atPath: workspace.path("out/Acme")).sorted() }
      #expect(try steps().contains { $0.hasSuffix("-SignOut.swift") })
      try workspace.write("acme.yaml", documented + "logout: { style: none }\nrevocation: { style: none }\n")
      #expect(try await authgen(docs, in: workspace).status == 0)
      #expect(try !steps().contains { $0.hasSuffix("-SignOut.swift") })
      #expect(try steps().contains("Mine.swift"))
      try FileManager.default.removeItem(atPath: workspace.path("acme.yaml"))
      #expect(try await authgen("docs", "auth0", "--output", "out", in: workspace).status == 0)
      #expect(try steps() == ["Mine.swift"])
    }
  }

  @Test func `authgen docs never overwrites a file that it didn't write`() async throws {
    try await withWorkspace(["acme.yaml": documented, "out/Acme/Acme-01-Register.txt": "mine\n"]) { workspace in
      let result = try await authgen("docs", "acme.yaml", "--output", "out", in: workspace)
      #expect(result.status == 1)
      #expect(
        result.errors == """
          out/Acme/Acme-01-Register.txt:1:1: error: cannot write: authgen didn't write this file; move it away, or choose \
          another folder [unwritable-output]

          """)
      #expect(workspace.written == ["Acme"])
    }
  }

  @Test func `authgen docs never removes a file because a list names it`() async throws {
    try await withWorkspace(["acme.yaml": documented, "out/Acme/Mine.swift": "// mine\n"]) { workspace in
      let digest = String(repeating: "0", count: 64)
      try workspace.write("out/Notes.txt", "mine\n")
      try workspace.write(
        "out/.authgen", "Acme/Mine.swift from ../gone.yaml\nNotes.txt sha256:\(digest) from ../acme.yaml\n")
      let result = try await authgen("docs", "acme.yaml", "--output", "out", in: workspace)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try String(contentsOfFile: workspace.path("out/Acme/Mine.swift"), encoding: .utf8) == "// mine\n")
      #expect(workspace.written.contains("Notes.txt"))
    }
  }

  @Test func `authgen docs never overwrites or removes a tutorial that a person changed`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let docs = ["docs", "acme.yaml", "--output", "out"]
      #expect(try await authgen(docs, in: workspace).status == 0)
      try workspace.write("out/Acme/Acme-01-Register.txt", "mine\n")
      let changed = try await authgen(docs, in: workspace)
      #expect(changed.status == 1)
      #expect(changed.errors.contains("out/Acme/Acme-01-Register.txt:1:1: error: cannot write: authgen didn't write"))
      try FileManager.default.removeItem(atPath: workspace.path("acme.yaml"))
      #expect(try await authgen("docs", "auth0", "--output", "out", in: workspace).status == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: workspace.path("out/Acme")) == ["Acme-01-Register.txt"])
    }
  }

  @Test func `authgen docs extends a descriptor in a pack`() async throws {
    let own = "schema: 1\nid: mine\nname: Mine\nextends: acme\n"
    try await withWorkspace(["pack/acme.yaml": documented, "mine.yaml": own]) { workspace in
      let result = try await authgen("docs", "mine.yaml", "--pack", "pack", "--output", "out", in: workspace)
      #expect(result.errors == "")
      let yaml = try String(contentsOfFile: workspace.path("out/Mine/Mine-03-Descriptor.yaml"), encoding: .utf8)
      #expect(yaml == own)
    }
  }

  @Test func `authgen docs suggests the closest provider ID`() async throws {
    let result = try await authgen("docs", "auth", "--output", "out")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "auth:1:1: error: the catalog doesn't contain a descriptor 'auth'; did you mean 'auth0'? [unknown-descriptor]\n"
    )
  }

  @Test func `authgen docs writes the location of this package into manifests`() async throws {
    try await withWorkspace(["acme.yaml": documented]) { workspace in
      let place = "https://git.acme.example/swift-auth-generator.git"
      #expect(
        try await authgen("docs", "acme.yaml", "--package", place, "--output", "out", in: workspace).status == 0)
      let manifest = try String(contentsOfFile: workspace.path("out/Acme/Acme-02-Package.swift"), encoding: .utf8)
      #expect(manifest.contains("dependencies: [.package(url: \"\(place)\", branch: \"main\")],"))
    }
  }
}
