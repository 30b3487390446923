import Foundation
import Testing

/// What `Documentation.docc/Checks.md` says is tested.
@Suite struct `The documented checks` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The names of tests in the last column of the page's tables.
  private static func named() throws -> [String] {
    let page = try String(contentsOf: root.appendingPathComponent("Documentation.docc/Checks.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
    return rows.flatMap { row in
      row.split(separator: "|").last { $0 != " " }.map { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
        ?? []
    }
  }

  @Test func `have one test of each of these names`() throws {
    let names = try Self.named()
    #expect(names.count > 60)
    let tests = Self.root.appendingPathComponent("Tests/Runtime")
    let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let found = sources.components(separatedBy: "func `").dropFirst().map { (String($0.prefix { $0 != "`" }), 1) }
    let counts = Dictionary(found, uniquingKeysWith: +)
    // A name that several tests have says nothing about which one proves it.
    #expect(names.filter { counts[$0] != 1 } == [])
  }
}
