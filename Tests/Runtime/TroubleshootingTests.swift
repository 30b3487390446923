import Foundation
import Testing

@testable import AuthRuntime

/// The messages that the headings of `Documentation.docc/Troubleshooting.md` quote, so that readers can paste them.
@Suite struct `The messages in the article on troubleshooting` {
  /// Messages of browsers, providers, SwiftPM, and the compiler.
  private static let foreign: Set = [
    "Callback URL mismatch", "Invalid redirect_uri", "Need admin approval", "Access blocked",
    "source files for target … should be located under", "cannot find 'Auth0' in scope",
    "'Version_0_2' is not a member type of enum 'AuthConfiguration.RequiresAuthRuntime'",
  ]

  private struct Section {
    let messages: [String]
    let text: String
  }

  private static func sections() throws -> [Section] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent("Documentation.docc/Troubleshooting.md"), encoding: .utf8)
    return article.components(separatedBy: "\n### ").dropFirst().map { section in
      let heading = section.prefix { $0 != "\n" }
      let messages = heading.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      return Section(messages: messages, text: String(section))
    }
  }

  /// The explanations of all failures, with the failures' names. A reason at the end varies.
  private static let explanations: [(name: String, text: String)] =
    (FailureTable.families.flatMap(\.failures) + FailureTable.others + FailureTable.requests).map { failure in
      let text = failure.description.dropFirst(failure.caseName.count + 2)
      return (failure.caseName, text.hasSuffix(": REASON") ? String(text.dropLast(8)) : String(text))
    }

  @Test func `Each quoted message of a failure is the code's own, and its section names the failure`() throws {
    var count = 0
    for section in try Self.sections() {
      for message in section.messages where !Self.foreign.contains(message) && !message.hasSuffix("]") {
        count += 1
        let names = Self.explanations.filter { $0.text == message }.map(\.name)
        #expect(!names.isEmpty, "no failure has the explanation \(message)")
        #expect(names.contains { section.text.contains("`\($0)`") || section.text.contains(".\($0)`") }, "\(message)")
      }
    }
    #expect(count >= 5)
  }

  @Test func `Each message that isn't ours is still quoted`() throws {
    let quoted = Set(try Self.sections().flatMap(\.messages))
    #expect(Self.foreign.subtracting(quoted) == [])
  }
}
