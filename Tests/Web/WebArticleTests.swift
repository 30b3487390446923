import Foundation
import TestSupport
import Testing

@Suite struct `The article on web servers` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/Web/WebAppsExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("// \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// \(name) ends") })
    let indentation = lines[begin].prefix { $0 == " " }.count
    return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }

  @Test func `Its code is compiled`() throws {
    let blocks = try text("Documentation.docc/WebApps.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.hasPrefix("// swift-tools-version:") }
    let names = [["keys"], ["context", "app"], ["start"], ["policy"], ["accounts"], ["core"]]
    let compiled = try names.map { try $0.map(example).joined(separator: "\n\n") }
    #expect(blocks == compiled.map { $0.replacing("static func", with: "func") })
  }
}
