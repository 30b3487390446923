import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The documented failures` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let marks = ("<!-- failures -->\n", "\n<!-- end of failures -->")

  @Test func `The documented failures match the code word by word`() throws {
    let file = Self.root.appendingPathComponent("Documentation.docc/Failures.md")
    let article = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(article.range(of: Self.marks.0)?.upperBound)
    let end = try #require(article.range(of: Self.marks.1)?.lowerBound)
    if ProcessInfo.processInfo.environment["AUTH_UPDATE_REFERENCE"] != nil {
      try article.replacingCharacters(in: start..<end, with: FailureTable.text)
        .write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(article[start..<end] == FailureTable.text)
    }
  }

  @Test(arguments: Set(FailureTable.families.map(\.type)))
  func `The documented failures include every case`(type: String) throws {
    let families = FailureTable.families.filter { $0.type == type }
    let family = try #require(families.first)
    let source = try String(
      contentsOf: Self.root.appendingPathComponent("Sources/Runtime/Failures/\(family.file).swift"), encoding: .utf8)
    let body = try #require(
      source.components(separatedBy: "public enum \(type):").last?.components(separatedBy: "\n}\n").first)
    let cases = body.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/  case (\w+).*/#).map { String($0.output.1) }
    }
    let listed = Set(families.flatMap(\.failures).map(\.caseName))
    #expect(!cases.isEmpty)
    // Claim failures have their own table.
    #expect(Set(cases).subtracting(["claim"]) == listed)
  }

  @Test func `The documented failures include every type`() throws {
    let folder = Self.root.appendingPathComponent("Sources/Runtime/Failures")
    let types = try FileManager.default.contentsOfDirectory(atPath: folder.path).flatMap { name -> [String] in
      let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return source.matches(of: #/\npublic enum (\w+): Error/#).map { String($0.output.1) }
    }
    #expect(types.count > 10)
    // Their cases are in the tables of requests to an API and of the browser.
    let others: Set = ["AccessFailure", "LaunchFailure"]
    #expect(Set(types).subtracting(others).subtracting(FailureTable.families.map(\.type)) == [])
  }

  @Test func `Every failure has an explanation and a recovery, and shows no secret`() {
    let all = FailureTable.families.flatMap(\.failures) + FailureTable.others + FailureTable.requests
    for failure in all {
      #expect(failure.description.utf8.count > failure.caseName.utf8.count + 12)
      #expect(!"\(failure.recovery)".isEmpty)
    }
  }
}
