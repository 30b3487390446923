import AuthConfiguration
import AuthDescriptor
import Foundation
import TestSupport
import Testing

@testable import AuthGenerator

@Suite struct `authgen in a hostile folder` {
  private func link(_ name: String, to target: String, in workspace: Workspace) throws {
    try FileManager.default.createSymbolicLink(atPath: workspace.path(name), withDestinationPath: target)
  }

  @Test func `An output folder that is a symbolic link is rejected`() async throws {
    try await withWorkspace(["acme.yaml": acme, "victim/keep": "x"]) { workspace in
      try link("out", to: "victim", in: workspace)
      for output in ["out", "out/", "out/."] {
        let result = try await authgen("generate", "acme.yaml", "--output", output, in: workspace)
        #expect(result.status == 1)
        #expect(result.errors.contains("is a symbolic link"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("victim")) == ["keep"])
    }
  }

  @Test func `authgen never writes through a symbolic link with the name of a generated or staged file`() async throws {
    try await withWorkspace(["acme.yaml": acme, "victim": "mine", "out/x": ""]) { workspace in
      try link("out/.Acme.swift.new", to: "../victim", in: workspace)
      #expect(try await authgen("generate", "acme.yaml", "--output", "out", in: workspace).status == 0)
      try FileManager.default.removeItem(atPath: workspace.path("out/Acme.swift"))
      try link("out/Acme.swift", to: "../victim", in: workspace)
      let result = try await authgen("generate", "acme.yaml", "--output", "out", in: workspace)
      #expect(result.errors.contains("out/Acme.swift:1:1: error: cannot write: a symbolic link is in the way"))
      #expect(try String(contentsOfFile: workspace.path("victim"), encoding: .utf8) == "mine")
    }
  }

  @Test func `authgen docs never deletes files through a subfolder that is a symbolic link`() async throws {
    try await withWorkspace(["victim/Gone-01-A.swift": "mine"]) { workspace in
      try workspace.write("out/.authgen", "Gone/Gone-01-A.swift from gone.yaml\n")
      try link("out/Gone", to: "../victim", in: workspace)
      _ = try await authgen("docs", "auth0", "--output", "out", in: workspace)
      #expect(FileManager.default.fileExists(atPath: workspace.path("victim/Gone-01-A.swift")))
    }
  }

  @Test func `authgen schema replaces a file only with --force, and never a device`() async throws {
    try await withWorkspace(["mine.json": "mine"]) { workspace in
      let kept = try await authgen("schema", "--output", "mine.json", in: workspace)
      #expect(kept.errors.contains("the file exists; --force replaces it"))
      #expect(kept.status == 1)
      #expect(try await authgen("schema", "--output", "mine.json", "--force", in: workspace).status == 0)
      #expect(try await authgen("schema", "--output", "/dev/null", "--force").status == 1)
      #expect(try await authgen("schema", "--output", "").status != 0)
    }
  }

  @Test(arguments: ["./.env", "./link.yaml", "./other.yaml"])
  func `A file that isn't a descriptor shows none of its lines when a descriptor extends it`(
    _ name: String
  ) async throws {
    let files = [
      ".env": "KEY=s3cret\n", "other.yaml": "token: s3cret\n",
      "e.yaml": "schema: 1\nid: e\nname: E\nextends: \(name)\n",
    ]
    try await withWorkspace(files) { workspace in
      try link("link.yaml", to: ".env", in: workspace)
      let result = try await authgen("validate", "e.yaml", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.contains("e.yaml:4:10: error: "))
      #expect(!result.errors.contains("s3cret"))
    }
  }

  @Test(.timeLimit(.minutes(1))) func `A FIFO among the inputs is an error, and the command doesn't wait for it`()
    async throws
  {
    try await withWorkspace([:]) { workspace in
      #expect(mkfifo(workspace.path("f.yaml"), 0o600) == 0)
      let result = try await authgen("validate", "f.yaml", in: workspace)
      #expect(result.errors.contains("cannot read 'f.yaml': it isn't a regular file"))
      #expect(result.status == 1)
    }
  }

  @Test func `Twenty concurrent runs into one folder keep every file and every line of the list`() async throws {
    let names = (1...20).map { "p\($0)" }
    let files = names.map { ("\($0).yaml", acme.replacing("id: acme", with: "id: \($0)")) }
    try await withWorkspace(Dictionary(uniqueKeysWithValues: files)) { workspace in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for name in names {
          group.addTask { try await authgen("generate", "\(name).yaml", "--output", "out", in: workspace).status }
        }
        for try await status in group { #expect(status == 0) }
      }
      let list = try String(contentsOfFile: workspace.path("out/.authgen"), encoding: .utf8)
      #expect(list.split(separator: "\n").dropFirst().count == 20)
      #expect(workspace.written.count == 21)
      let check = ["generate"] + names.map { "\($0).yaml" } + ["--output", "out", "--check"]
      let checked = try await authgen(check, in: workspace)
      #expect(checked.status == 0)
    }
  }

  @Test func `A run that dies before any step leaves a folder that the next run repairs`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func file(_ name: String) -> GeneratedFile {
      GeneratedFile(path: "\(name)/\(name)-01.swift", contents: "\(name)\n", source: "catalog:contents")
    }
    for step in 0..<20 {
      try? FileManager.default.removeItem(atPath: path)
      let whole = OutputFolder(path: path, kind: .tutorials)
      _ = try whole.update([file("Old"), file("Both")], inputs: [])
      let left = Locked(step)
      var dying = whole
      dying.dies = {
        left.withLock { left in
          left -= 1
          return left < 0
        }
      }
      _ = try? dying.update([file("New"), file("Both")], inputs: [])
      _ = try whole.update([file("Next"), file("Both")], inputs: [])
      let names = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
      #expect(names == [".authgen", "Both", "Both/Both-01.swift", "Next", "Next/Next-01.swift"], "step \(step)")
      let list = String(decoding: try #require(whole.contents(".authgen")), as: UTF8.self)
      #expect(list.split(separator: "\n").dropFirst().count == 2)
    }
  }

  @Test func `A stream that can't be written to ends authgen with a message and status 1`() async throws {
    let tool = Command.built("authgen").path
    let shell = URL(fileURLWithPath: "/bin/sh")
    for arguments in ["validate auth0 --format json", "providers", "--help", "--version"] {
      for stream in [">/dev/full", ">&-"] {
        let result = try await Command.run(shell, ["-c", "'\(tool)' \(arguments) \(stream)"])
        #expect(result.status == 1, "\(arguments) \(stream)")
        #expect(result.errors.contains("error: cannot write to standard output"))
      }
    }
    for stream in ["2>/dev/full", "2>&-"] {
      let result = try await Command.run(shell, ["-c", "'\(tool)' validate auth \(stream)"])
      #expect(result.status == 1)
    }
  }

  @Test func `A package is never written through a symbolic link in place of the folder that the user names`()
    async throws
  {
    try await withWorkspace(["victim/keep": "x"]) { workspace in
      try link("out", to: "victim", in: workspace)
      let result = try await authgen(
        "new", "Hello", "--provider", "auth0", "--package", Repository.file("").path, "--output", "out", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.contains("is a symbolic link"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("victim")) == ["keep"])
    }
  }

  @Test func `A list can't name a file outside of the folder with a slash that a combining mark hides`() async throws {
    let name = "\u{301}A.swift"
    try await withWorkspace(["outside/\(name)": "// Generated by authgen from gone.yaml.\n", "acme.yaml": acme]) {
      workspace in
      try workspace.write("out/.authgen", "x/\(name) from ../gone.yaml\n")
      try link("out/x", to: "../outside", in: workspace)
      _ = try await authgen("generate", "acme.yaml", "--output", "out", in: workspace)
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("outside")) == [name])
    }
  }

  @Test(arguments: [
    ["bo\u{1B}"], ["explain", "x\u{1B}]0;y\u{7}"], ["providers", "show", "x\u{1B}y"],
    ["new", "q\u{1B}x", "--provider", "auth0"],
    ["new", "Hello", "--provider", "auth0", "--package", "/wo\u{1B}]0;x"],
    ["validate", "auth0", "--format", "t\u{1B}"],
    ["validate", "x\u{202E}.yaml"],
  ])
  func `An argument's control characters never reach the terminal`(arguments: [String]) async throws {
    let result = try await authgen(arguments)
    #expect(result.status != 0)
    let shown = (result.errors + result.output).unicodeScalars.filter { $0 != "\n" }
    #expect(shown.allSatisfy { !$0.isUnsafeToShow }, "\(result.errors.debugDescription)")
  }

  @Test(arguments: [
    ["validate", "/proc/self/environ"], ["validate", "./secret"], ["validate", "link.yaml"], ["validate", "in"],
    ["generate", "acme.yaml", "--output", "out", "--settings", "link.yaml"],
  ])
  func `A file that isn't a descriptor shows none of its lines when it is an input, or a link to it`(
    arguments: [String]
  ) async throws {
    try await withWorkspace(["secret": "PASSWORD: hunter2\nKEY=hunter2\n", "acme.yaml": acme, "in/x": ""]) {
      workspace in
      try link("link.yaml", to: "secret", in: workspace)
      try link("in/link.yaml", to: "../secret", in: workspace)
      let result = try await authgen(arguments, in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.contains("isn't a ") || result.errors.contains("cannot read"), "\(result.errors)")
      #expect(!(result.errors + result.output).contains("PASSWORD"), "\(result.errors)")
      #expect(!(result.errors + result.output).contains("hunter2"))
    }
  }

  @Test func `authgen prints its version`() async throws {
    let result = try await authgen("--version")
    #expect(result.output == PackageVersion.current + "\n")
  }

  @Test func `A folder's settings file isn't a descriptor`() async throws {
    try await withWorkspace(["in/acme.yaml": acme, "in/auth-generator.yaml": "access: public\n"]) { workspace in
      let result = try await authgen("validate", "in", in: workspace)
      #expect(result.errors == "")
    }
  }

  @Test(arguments: ["Data", "Task", "Aux", "A\nB"])
  func `A descriptor whose generated file or type would have an invalid name is rejected`(_ name: String) async throws {
    let text = acme.replacing("id: acme\n", with: name.count > 2 && !name.contains("\n") ? "" : "id: acme\n")
    try await withWorkspace(["\(name).auth.yaml": text]) { workspace in
      let result = try await authgen("generate", "\(name).auth.yaml", "--output", "out", in: workspace)
      #expect(result.status == 1)
      #expect(workspace.written == [])
    }
  }
}
