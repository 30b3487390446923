#if PostgreSQL && SQLite
  import Foundation
  import TestSupport
  import Testing

  @Suite struct `The article on shared sessions` {
    private func text(_ path: String) throws -> String {
      try String(contentsOf: Repository.file(path), encoding: .utf8)
    }

    private func example(_ name: String) throws -> String {
      let lines = try text("Tests/Databases/ShareSessionsExample.swift").components(separatedBy: "\n")
      let begin = try #require(lines.firstIndex { $0.hasSuffix("// \(name) begins") })
      let end = try #require(lines.firstIndex { $0.hasSuffix("// \(name) ends") })
      let indentation = lines[begin].prefix { $0 == " " }.count
      return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
    }

    @Test func `The code in the article on shared sessions is compiled`() throws {
      let blocks = try text("Documentation.docc/ShareSessions.md").components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "\n```").first }
      #expect(try blocks == ["postgres", "sqlite", "expiry", "keys", "credentials"].map(example))
    }
  }
#endif
