import Foundation
import Testing

/// The tests that `Documentation.docc/Checks.md` and `ProtectAnAPI.md` name.
@Suite struct `The documented checks` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The names of tests in the last column of a page's tables.
  private static func named(in page: String) throws -> [String] {
    let page = try String(contentsOf: root.appendingPathComponent("Documentation.docc/\(page).md"), encoding: .utf8)
    let rows = page.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
      .filter { table in ["| Tested by |", "| Test |"].contains { table.first?.hasSuffix($0) ?? false } }
      .flatMap { $0.dropFirst(2) }
    return rows.flatMap { row in
      row.split(separator: "|").last { $0 != " " }.map { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
        ?? []
    }
  }

  /// The Swift files of a folder with tests.
  private static func sources(in folder: String) throws -> [String] {
    let folder = root.appendingPathComponent(folder)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test(arguments: [("Checks", 60), ("ProtectAnAPI", 14)])
  func `Every test that the tables name exists exactly once`(page: String, least: Int) throws {
    let names = try Self.named(in: page)
    #expect(names.count > least)
    let sources = try ["Tests/Runtime", "Tests/HighSecurity", "Tests/Grants", "Tests/Web"].flatMap(Self.sources(in:))
      .joined()
    let found = sources.components(separatedBy: "func `").dropFirst().map { (String($0.prefix { $0 != "`" }), 1) }
    let counts = Dictionary(found, uniquingKeysWith: +)
    // If several tests share a name, the table doesn't identify one.
    #expect(names.filter { counts[$0] != 1 } == [])
  }
}
