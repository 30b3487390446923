import AuthConfiguration
import AuthDescriptor
import AuthGenerator
import Foundation
import TestSupport
import Testing

@testable import authgen

/// A run of `generate` with a cache. Its record can be altered, to find out whether the next run renders.
private struct CachedRun {
  let workspace: Workspace
  var options: [String] = []

  var arguments: [String] {
    ["generate", "acme.yaml", "--output", "out", "--cache", workspace.path("cache")] + options
  }

  func run(_ more: String...) async throws {
    let result = try await authgen(arguments + more, in: workspace)
    #expect(result.status == 0)
    #expect(result.output + result.errors == "")
  }

  var client: String { contents("out/Acme.swift") }

  func contents(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: workspace.path(name)) ?? Data(), as: UTF8.self)
  }

  var records: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: workspace.path("cache"))
    return (names ?? []).map { "cache/" + $0 }
  }

  /// Runs once, and then alters the client and its digest in the record, so that a run keeps the client only if it renders
  /// nothing.
  func runAndForge() async throws {
    try await run()
    let altered = client + "// altered\n"
    let name = try #require(records.first)
    let old = SHA256Digest(of: client).text
    #expect(contents(name).contains(old))
    try workspace.write(name, contents(name).replacing(old, with: SHA256Digest(of: altered).text))
    try workspace.write("out/Acme.swift", altered)
  }

  /// Whether the client is still the altered one.
  var isForged: Bool { client.hasSuffix("// altered\n") }
}

@Suite struct `A run of authgen without a change` {
  private func withRun(
    _ files: [String: String] = ["acme.yaml": acme], _ options: [String] = [],
    _ body: (CachedRun) async throws -> Void
  ) async throws {
    try await withWorkspace(files) { try await body(CachedRun(workspace: $0, options: options)) }
  }

  @Test func `A second run renders nothing`() async throws {
    try await withRun { run in
      try await run.runAndForge()
      try await run.run()
      #expect(run.isForged)
      #expect(run.records.count == 1)
    }
  }

  @Test func `A skipped run prints the same JSON as one that renders`() async throws {
    try await withRun { run in
      try await run.run()
      let rendered = try await authgen(
        "generate", "acme.yaml", "--output", "out", "--cache", "other", "--format", "json", in: run.workspace)
      let skipped = try await authgen(run.arguments + ["--format", "json"], in: run.workspace)
      #expect(skipped.output.contains(#""action": "unchanged""#))
      #expect(skipped == rendered)
    }
  }

  @Test func `A check always renders`() async throws {
    try await withRun { run in
      try await run.runAndForge()
      let result = try await authgen(run.arguments + ["--check"], in: run.workspace)
      #expect(result.status == 1)
      #expect(result.errors.contains("the file differs from its descriptor"))
      let listed = try await authgen(run.arguments + ["--dry-run"], in: run.workspace)
      #expect(listed.output == "write Acme.swift\n")
    }
  }

  @Test(arguments: [
    ("acme.yaml", "extends: ./base.yaml\n" + acme + "token: { encoding: json }\n"),
    ("base.yaml", "schema: 1\nid: base\nname: Base\nextends: oidc\nabstract: true\ntoken: { encoding: json }\n"),
    ("auth-generator.lock", #"{ "version": 1, "catalog": "1", "clients": {} }"#),
    ("settings/auth-generator.yaml", "comments: [new]\n"),
    ("templates/new.txt", "new"),
    ("pack/other.yaml", acme),
  ])
  func `A run renders again after a change of any file that it read`(_ name: String, _ text: String) async throws {
    let files = [
      "acme.yaml": "extends: ./base.yaml\n" + acme,
      "base.yaml": "schema: 1\nid: base\nname: Base\nextends: oidc\nabstract: true\n",
      "settings/auth-generator.yaml": "comments: [old]\n",
      "templates/types.swift.stencil": TemplateSet.builtIn.files["types.swift.stencil"] ?? "",
      "pack/base2.yaml": "schema: 1\nid: base2\nname: Base\nabstract: true\n",
    ]
    let options = ["--settings", "settings/auth-generator.yaml", "--templates", "templates", "--pack", "pack"]
    try await withRun(files, options) { run in
      try await run.runAndForge()
      try run.workspace.write(name, text)
      _ = try await authgen(run.arguments, in: run.workspace)
      #expect(!run.isForged)
    }
  }

  @Test func `A run renders again after a change of a template`() async throws {
    let name = "templates/client.swift.stencil"
    let template = try #require(TemplateSet.builtIn.files["client.swift.stencil"])
    try await withRun(["acme.yaml": acme, name: template], ["--templates", "templates"]) { run in
      try await run.runAndForge()
      try run.workspace.write(name, template + "// new\n")
      try await run.run()
      #expect(run.client.contains("// new"))
    }
  }

  @Test func `A run with other options renders again`() async throws {
    try await withRun { run in
      try await run.runAndForge()
      try await run.run("--access", "internal")
      #expect(!run.isForged)
    }
  }

  @Test func `An altered or deleted client is written again`() async throws {
    try await withRun { run in
      try await run.run()
      let original = run.client
      try run.workspace.write("out/Acme.swift", original + "\n")
      try await run.run()
      #expect(run.client == original)
      try FileManager.default.removeItem(atPath: run.workspace.path("out/Acme.swift"))
      try await run.run()
      #expect(run.client == original)
      try FileManager.default.removeItem(atPath: run.workspace.path("out"))
      try await run.run()
      #expect(run.workspace.written == [".authgen", "Acme.swift"])
    }
  }

  @Test func `A file that a killed run left is removed`() async throws {
    try await withRun { run in
      try await run.run()
      try run.workspace.write("out/.authgen-0123456789abcdef.new", "")
      try await run.run()
      #expect(run.workspace.written == [".authgen", "Acme.swift"])
    }
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}", #"{"key": 1}"#, #"{"key": "", "inputs": {}, "outputs": {"../x": "1"}}"#,
    String(repeating: "[", count: 100_000), #"{"key": "", "inputs": {"/dev/zero": "missing"}, "outputs": {"a": null}}"#,
  ])
  func `A damaged record is ignored and replaced`(_ text: String) async throws {
    try await withRun { run in
      try await run.run()
      let name = try #require(run.records.first)
      let original = (client: run.client, record: run.contents(name))
      try run.workspace.write("out/Acme.swift", original.client + "\n")
      try run.workspace.write(name, text)
      try await run.run()
      #expect(run.client == original.client)
      #expect(run.contents(name) == original.record)
    }
  }

  @Test func `A run with a warning repeats the warning`() async throws {
    try await withRun(["acme.yaml": acme.replacing("id: acme", with: "id: other")]) { run in
      for _ in 0..<2 {
        let result = try await authgen(run.arguments, in: run.workspace)
        #expect(result.errors.contains("[id-file-mismatch]"))
      }
      #expect(run.records == [])
    }
  }

  @Test func `A run isn't skipped if the folder has files of other descriptors, which may be gone`() async throws {
    try await withRun(["acme.yaml": acme, "b.yaml": acme.replacing("id: acme", with: "id: b")]) { run in
      #expect(try await authgen("generate", "b.yaml", "--output", "out", in: run.workspace).status == 0)
      try await run.run()
      #expect(run.workspace.written == [".authgen", "Acme.swift", "B.swift"])
      try FileManager.default.removeItem(atPath: run.workspace.path("b.yaml"))
      try await run.run()
      #expect(run.workspace.written == [".authgen", "Acme.swift"])
    }
  }

  @Test func `A cache that can't be written isn't an error`() async throws {
    try await withRun(["acme.yaml": acme, "cache": "a file"]) { run in
      try await run.run()
      try await run.run()
      #expect(run.workspace.written == [".authgen", "Acme.swift"])
    }
  }
}

@Suite struct `The key of a run` {
  private var options: DescriptorOptions {
    var options = DescriptorOptions()
    (options.inputs, options.templates, options.settings, options.packs) = (["acme.yaml"], nil, nil, [])
    return options
  }

  private func digest(tool: String = "1", day: String = "2026-09-01", output: String = "out") -> String {
    let inputs = [DescriptorInput(reference: "acme.yaml")]
    return GenerationKey(options, inputs, access: nil, output: output, tool: tool, day: day).digest
  }

  @Test func `A different tool, day, or output folder gets a different key`() {
    #expect(digest() == digest())
    #expect(Set([digest(), digest(tool: "2"), digest(day: "2026-09-02"), digest(output: "other")]).count == 4)
  }

  @Test func `The tool is identified by its version and its file`() throws {
    #expect(try #require(GenerationKey.currentTool).hasPrefix(PackageVersion.current + " "))
  }

  @Test func `The cache loses its records, and no other file, before it grows without limit`() async throws {
    try await withWorkspace(["cache/mine.json": "{}"]) { workspace in
      func cache(_ number: Int) -> GenerationCache {
        let key = GenerationKey(options, [], access: nil, output: "out\(number)", tool: "1")
        return GenerationCache(folder: workspace.path("cache"), key: key, limit: 3)
      }
      for number in 0..<4 { cache(number).store(inputs: [:], outputs: OutputDigests(files: ["A.swift": "1"])) }
      #expect((0..<4).map { cache($0).record != nil } == [false, false, false, true])
      #expect(FileManager.default.fileExists(atPath: workspace.path("cache/mine.json")))
    }
  }
}
