import AuthDescriptor
import Testing

@testable import authgen

@Suite struct `A report with many diagnostics` {
  private func diagnostics(
    _ count: Int, in file: String, from line: Int = 1, _ severity: Diagnostic.Severity = .error
  ) -> [Diagnostic] {
    (line..<line + count).map { line in
      var diagnostic = Diagnostic(
        .language.unknownKey, "\(line)", at: SourceLocation(file: file, line: line, column: 1))
      diagnostic.severity = severity
      return diagnostic
    }
  }

  private func messages(_ diagnostics: [Diagnostic], in file: String) -> [String] {
    Report(diagnostics).shortened.items.map(\.diagnostic).filter { $0.location.file == file }.map(\.message)
  }

  @Test func `A hundred diagnostics of a file are all shown, in reading order`() {
    let all = diagnostics(1, in: "a", .warning) + diagnostics(99, in: "a", from: 2)
    #expect(messages(all, in: "a") == (1...100).map { "\($0)" })
  }

  @Test func `Other files are shown in full`() {
    let all = diagnostics(102, in: "a") + diagnostics(100, in: "b")
    #expect(messages(all, in: "a").count == 101)
    #expect(messages(all, in: "a").last == "the file has 2 more findings; correct these first")
    #expect(messages(all, in: "b") == (1...100).map { "\($0)" })
  }

  @Test func `Errors are shown before warnings`() {
    let all = diagnostics(100, in: "a", .warning) + diagnostics(1, in: "a", from: 101)
    #expect(messages(all, in: "a").first == "101")
    #expect(messages(all, in: "a").last == "the file has 1 more finding; correct these first")
  }
}
