import AuthDescriptor
import Foundation
import TestSupport
import Testing

@Suite struct `The documentation's code` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  /// The lines of a compiled example, without their indentation.
  private func example(
    _ name: String = "example", in file: String = "DocumentationExample", of folder: String = "Integration"
  ) throws -> [String] {
    let lines = try text("Tests/\(folder)/\(file).swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) ends") })
    let indentation = lines[begin].prefix { $0 == " " }.count
    return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }
  }

  /// The blocks of a language in a page, without manifests.
  private func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.hasPrefix("// swift-tools-version:") }
  }

  @Test(arguments: ["README.md", "Documentation.docc/AuthDocs.md"])
  func `The first code of the page is the compiled example`(path: String) throws {
    let expected = (["import AuthRuntime", ""] + (try example())).joined(separator: "\n")
    #expect(try blocks("swift", in: text(path)).first == expected)
  }

  @Test func `The program in the Auth0 article is compiled`() throws {
    let program = try example("program").joined(separator: "\n")
    let shown = try blocks("swift", in: text("Documentation.docc/SignInWithAuth0.md")).first
    #expect(shown == "import AuthRuntime\nimport Foundation\n\n@main\n" + program)
  }

  @Test func `The other code in the Auth0 article consists of the compiled example's lines, in order`() throws {
    let shown = try blocks("swift", in: text("Documentation.docc/SignInWithAuth0.md")).dropFirst().flatMap {
      $0.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let compiled = try example().map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(shown == compiled.filter { !["do {", "} catch {", "}"].contains($0) })
  }

  @Test func `The code in the article on backends is the compiled examples`() throws {
    let compiled = try ["app", "server", "web", "session", "sign-out"].map { name in
      try example(name, in: "BackendExample").joined(separator: "\n")
    }
    #expect(try blocks("swift", in: text("Documentation.docc/BackendExchange.md")) == compiled)
  }

  @Test(arguments: [
    (
      "AnyServer",
      [
        "sign-in", "registration", "bank", "refresh", "bound", "parameters", "silent", "profiles", "requests",
        "assertion", "key", "flows", "web", "end", "logout",
      ]
    ),
    ("Failures", ["failure", "words"]),
  ])
  func `The code in articles without a provider is compiled`(article: String, names: [String]) throws {
    let compiled = try names.map { try example($0, in: "AnyServerExample").joined(separator: "\n") }
    #expect(try blocks("swift", in: text("Documentation.docc/\(article).md")) == compiled)
  }

  @Test func `The code in the article on APIs is compiled`() throws {
    let server = try text("Examples/HelloAPI/HelloAPI.swift").trimmingCharacters(in: .newlines)
    let compiled = try ["verify", "require", "bound", "step-up", "ask", "opaque", "issuer", "metadata"].map { name in
      try example(name, in: "ProtectAnAPIExample").joined(separator: "\n")
    }
    #expect(try blocks("swift", in: text("Documentation.docc/ProtectAnAPI.md")) == [server] + compiled)
  }

  @Test func `The code in the article on tests is compiled`() throws {
    let imports = "import AuthRuntime\nimport AuthTesting\nimport Testing\n\n@testable import Welcome"
    var compiled = try ["greeter", "app", "trouble", "api", "backend"].map { name in
      try example(name, in: "SampleTests", of: "Testing").joined(separator: "\n")
    }
    compiled[0] = "import AuthRuntime\n\n" + compiled[0]
    compiled.insert(imports, at: 1)
    #expect(try blocks("swift", in: text("Documentation.docc/TestWithoutTheCloud.md")) == compiled)
  }

  @Test func `The code and the descriptor in the article on hooks are compiled`() throws {
    let compiled = try ["token", "userinfo", "decode", "backend"].map { name in
      try example(name, in: "HooksExample", of: "Runtime").joined(separator: "\n")
    }
    let article = try text("Documentation.docc/Hooks.md")
    #expect(blocks("swift", in: article) == compiled)
    // The first line is a comment, and the last one the provenance.
    let lines = try text("Tests/Reference/Descriptors/partner.yaml").split(separator: "\n")
    #expect(blocks("yaml", in: article) == [lines.dropFirst().dropLast().joined(separator: "\n")])
  }

  @Test func `The code of a transport with its own time limit is compiled`() throws {
    let compiled = try example("transport", in: "TransportExample").joined(separator: "\n")
    #expect(try blocks("swift", in: text("Documentation.docc/UseThePlugins.md")).contains(compiled))
  }

  @Test func `The code in the article on stores and browsers is compiled`() throws {
    let compiled = try ["store", "browser", "scheme"].map { name in
      try example(name, in: "CustomSchemeExample").joined(separator: "\n")
    }
    #expect(try blocks("swift", in: text("Documentation.docc/StoreSessions.md")) == compiled)
  }

  /// Whole descriptors begin with the language's version. A family begins with a comment.
  @Test(arguments: [
    "README.md", "Documentation.docc/AddAProvider.md", "Documentation.docc/DescriptorLanguage.md",
    "Documentation.docc/Language/LanguageFamilies.md",
  ])
  func `The descriptors that a page shows are valid`(path: String) throws {
    let shown = try blocks("yaml", in: text(path)).filter { $0.hasPrefix("schema: 1\n") }
    #expect(!shown.isEmpty)
    for yaml in shown {
      let line = try #require(yaml.components(separatedBy: "\n").first { $0.hasPrefix("id: ") })
      let id = String(line.dropFirst("id: ".count))
      let loader = DescriptorLoader(readFile: { _ in Data(yaml.utf8) }, today: { "2026-11-21" })
      let loaded = try loader.load(path: "\(id).yaml")
      #expect(loaded.descriptor.id == id)
      let warnings = loaded.warnings + loaded.variants.flatMap(\.warnings)
      #expect(warnings.isEmpty, "\(warnings)")
    }
  }

  @Test(arguments: [
    ("login.yaml", "kind: host", "kind: hots"), ("example.yaml", "name: ada,", "name: Ada,"),
  ])
  func `The diagnostics that a page shows are those that authgen reports`(file: String, right: String, wrong: String)
    throws
  {
    let article = try text("Documentation.docc/AddAProvider.md")
    let yaml = try #require(blocks("yaml", in: article).first { $0.contains(right) })
      .replacingOccurrences(of: right, with: wrong)
    do throws(DiagnosticsError) {
      _ = try DescriptorLoader(readFile: { _ in Data(yaml.utf8) }, today: { "2026-11-21" }).load(path: file)
      Issue.record("the mistake was not found")
    } catch {
      let finding = try #require(error.diagnostics.first)
      var lines = SourceLines { _ in yaml }
      let shown = lines.excerpt(for: finding)
      let excerpt = try #require(shown)
      let output = [finding.headline, excerpt.source, excerpt.margin + excerpt.caret].joined(separator: "\n")
      #expect(article.contains(output), "\(output)")
    }
  }
}
