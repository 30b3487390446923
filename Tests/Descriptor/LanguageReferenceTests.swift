import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

/// What a person has written in the article; `scripts/lib/language-reference` writes the rest.
@Suite struct `The reference of the language` {
  private func article() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Documentation.docc/DescriptorLanguage.md"), encoding: .utf8)
  }

  private func list(_ words: Set<String>) -> String {
    words.sorted().map { "`\($0)`" }.joined(separator: ", ")
  }

  @Test(arguments: TemplateStage.allCases)
  func `tells which names templates may have`(place: TemplateStage) throws {
    let row = "| \(place) | \(list(place.names)) | \(list(place.groups)) |"
    #expect(try article().contains(row), "\(row)")
  }

  @Test func `tells every function`() throws {
    let article = try article()
    let missing = DerivedValue.Function.allCases.filter { !article.contains("| `\($0.rawValue)(") }
    #expect(missing.isEmpty)
  }

  @Test func `tells what is not yet supported`() throws {
    let article = try article()
    #expect(Self.later(DescriptorKeys.root).filter { !article.contains("`\($0)`") }.isEmpty)
  }

  @Test func `names codes that there are`() throws {
    let rules = try #require(try article().components(separatedBy: "## Security rules\n").last)
    let codes = rules.components(separatedBy: "\n| `").dropFirst().compactMap {
      $0.components(separatedBy: "`").first
    }
    #expect(codes.count > 10)
    #expect(codes.filter { DiagnosticCode(rawValue: $0) == nil }.isEmpty)
  }

  /// Keys and words of a later version. An environment and a variant have those of a descriptor.
  private static func later(_ shape: Shape, path: String = "") -> Set<String> {
    switch shape {
    case .word(_, let words): return Set(words)
    case .list(let element), .dictionary(let element): return later(element, path: path)
    case .either(let shapes): return Set(shapes.flatMap { later($0, path: path) })
    case .record(let keys):
      let own = keys.filter { !["environments", "variants"].contains($0.name) }
      return Set(
        own.flatMap { key -> Set<String> in
          let name = path.isEmpty ? key.name : "\(path).\(key.name)"
          return key.isSupported ? later(key.shape, path: name) : [name]
        })
    default: return []
    }
  }
}
