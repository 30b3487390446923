import AuthDescriptor
import Foundation
import TestSupport
import Testing

@Suite struct `The documentation's code` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  /// The lines of the compiled example, without their indentation.
  private func example() throws -> [String] {
    let lines = try text("Tests/Integration/DocumentationExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex(of: "  // example begins"))
    let end = try #require(lines.firstIndex(of: "  // example ends"))
    return lines[(begin + 1)..<end].map { String($0.dropFirst(2)) }
  }

  private func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test(arguments: ["README.md", "Documentation.docc/AuthDocs.md"])
  func `is the compiled example`(path: String) throws {
    let expected = (["import AuthRuntime", ""] + (try example())).joined(separator: "\n")
    #expect(try blocks("swift", in: text(path)).first == expected)
  }

  @Test func `in the article is made of the example's lines, in their order`() throws {
    let shown = try blocks("swift", in: text("Documentation.docc/SignInWithAuth0.md")).flatMap {
      $0.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let compiled = try example().map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(shown == compiled.filter { !["do {", "} catch {", "}"].contains($0) })
  }

  @Test(arguments: ["README.md", "Documentation.docc/AddAProvider.md"])
  func `that shows a descriptor shows a valid one`(path: String) throws {
    let yaml = try #require(try blocks("yaml", in: text(path)).first)
    let loaded = try DescriptorLoader(readFile: { _ in Data(yaml.utf8) }).load(path: "acme.yaml")
    #expect(loaded.descriptor.id == "acme")
    #expect(loaded.warnings.isEmpty)
  }

  @Test func `that shows a mistake shows what is really said`() throws {
    let article = try text("Documentation.docc/AddAProvider.md")
    let yaml = try #require(blocks("yaml", in: article).first).replacingOccurrences(
      of: "kind: host", with: "kind: hots")
    do throws(DiagnosticsError) {
      _ = try DescriptorLoader(readFile: { _ in Data(yaml.utf8) }).load(path: "acme.yaml")
      Issue.record("the mistake was not found")
    } catch {
      let finding = try #require(error.diagnostics.first)
      var lines = SourceLines { _ in yaml }
      let shown = lines.excerpt(for: finding)
      let excerpt = try #require(shown)
      let said = [finding.headline, excerpt.source, excerpt.margin + excerpt.caret].joined(separator: "\n")
      #expect(article.contains(said), "\(said)")
    }
  }
}
