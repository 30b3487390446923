import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `An excerpt` {
  private func lines(_ line: String, _ column: Int, number: Int = 6) -> [String] {
    let excerpt = SourceExcerpt(line: line, at: SourceLocation(file: "acme.yaml", line: number, column: column))
    return [excerpt.source, excerpt.margin + excerpt.caret]
  }

  @Test func `An excerpt shows the line with a caret under the column`() {
    #expect(
      lines("token: { encoding: from }", 20) == ["  6 | token: { encoding: from }", "    |                    ^"])
  }

  @Test func `An excerpt makes room for a long line number`() {
    #expect(lines("a", 1, number: 120) == ["  120 | a", "      | ^"])
  }

  @Test func `An excerpt can show the caret after the end of a line`() {
    #expect(lines("name:", 6) == ["  6 | name:", "    |      ^"])
  }

  @Test func `An excerpt replaces tabs with spaces up to the next tab stop`() {
    #expect(lines("\tab\tc", 5) == ["  6 |     ab  c", "    |         ^"])
  }

  @Test(arguments: [
    ("登录: x", 5), ("👩‍💻: x", 6), ("e\u{301}: x", 5), ("한글: x", 5),
  ]) func `An excerpt shows the caret under the right character after wide characters and combining marks`(
    _ line: String, _ column: Int
  ) {
    let width = ["登录: x": 6, "👩‍💻: x": 4, "e\u{301}: x": 3, "한글: x": 6][line]
    #expect(lines(line, column)[1] == "    | " + String(repeating: " ", count: width ?? -1) + "^")
  }

  @Test func `An excerpt never contains characters that control a terminal`() {
    #expect(lines("a\u{1B}[31m\u{202E}b", 2) == ["  6 | a\u{FFFD}[31m\u{FFFD}b", "    |  ^"])
  }

  @Test func `An excerpt shortens a long line to the part around the caret`() {
    let line = String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500)
    let shown = lines(line, 501)
    #expect(shown[0].count < 160)
    let caret = Array(shown[1]).firstIndex(of: "^")
    #expect(caret.map { Array(shown[0])[$0] } == "!")
    #expect(shown[0].hasSuffix("y…"))
    #expect(shown[0].hasPrefix("  6 | …x"))
  }

  @Test func `An excerpt is read from the file of the finding, and each file is read once`() {
    var reads: [String] = []
    var lines = SourceLines { file in
      reads.append(file)
      return file == "a.yaml" ? "one\r\ntwo\rthree\n" : nil
    }
    func source(_ file: String, _ line: Int) -> String? {
      lines.excerpt(for: Diagnostic(.language.unknownKey, "x", at: SourceLocation(file: file, line: line)))?.source
    }
    #expect(source("a.yaml", 2) == "  2 | two")
    #expect(source("a.yaml", 3) == "  3 | three")
    #expect(source("a.yaml", 4) == nil)
    #expect(source("nowhere", 1) == nil)
    #expect(source("nowhere", 2) == nil)
    #expect(reads == ["a.yaml", "nowhere"])
  }

  @Test func `An excerpt can come from a descriptor of the catalog`() {
    #expect(DescriptorLoader().text(ofFile: "catalog:families/oidc.yaml")?.contains("id: oidc") == true)
    #expect(DescriptorLoader().text(ofFile: "catalog:nothing.yaml") == nil)
  }
}

@Suite struct `A finding for other programs` {
  private let finding = Diagnostic(
    .language.unknownKey, "100% 'a':\nb", at: SourceLocation(file: "a,b:c.yaml", line: 2, column: 3), note: "say c")

  @Test func `A finding has all keys of the JSON form, in order`() {
    #expect(
      finding.json.document == #"""
        {
          "file": "a,b:c.yaml",
          "line": 2,
          "column": 3,
          "severity": "error",
          "code": "unknown-key",
          "message": "100% 'a':\nb",
          "note": "say c"
        }

        """#)
  }

  @Test func `A finding is escaped for GitHub's workflow commands`() {
    #expect(
      finding.gitHubAnnotation
        == "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=unknown-key::100%25 'a':%0Ab%0Asay c")
  }

  @Test func `A finding replaces characters that control a terminal, in file names and in messages`() {
    let text = "a\u{1B}]0;x\u{7}\u{9B}\u{202E}\u{AD}b"
    let finding = Diagnostic(.language.unknownKey, text, at: SourceLocation(file: text + "\n.yaml"), note: text)
    let shown = "a\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"
    #expect(
      finding.description
        == "\(shown)\u{FFFD}.yaml:1:1: error: \(shown) [unknown-key]\n\(shown)\u{FFFD}.yaml:1:1: note: \(shown)")
    for text in [finding.description, finding.json.document, finding.gitHubAnnotation] {
      #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isUnsafeToShow }, "\(text)")
    }
    #expect(finding.json.document.contains(#"a\u001b]0;x\u0007\u009b\u202e\u00adb"#))
  }

  @Test func `A finding names no file for a finding in the catalog`() {
    let finding = Diagnostic(
      .urls.unusedVariable, "x", at: SourceLocation(file: "catalog:auth0.yaml", line: 2))
    #expect(finding.gitHubAnnotation == "::warning title=unused-variable::catalog:auth0.yaml:2:1: x")
  }

  @Test func `A finding escapes JSON strings`() {
    let value = JSONText.object([
      .init("\"\\", .list([.text("\t\u{1}\u{2028}é"), .flag(true), .null])), .init("e", .object([])),
      .init("l", .list([.object([.init("a", .integer(1))])])),
    ])
    #expect(
      value.document == #"""
        {
          "\"\\": ["\t\u0001\u2028é", true, null],
          "e": {},
          "l": [
            {
              "a": 1
            }
          ]
        }

        """#)
  }
}

@Suite struct `The diagnostics in the article on troubleshooting` {
  @Test func `The quoted diagnostic is the message for a misspelled key`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent("Documentation.docc/Troubleshooting.md"), encoding: .utf8)
    // Only diagnostics end with their code in brackets.
    let quoted = article.matches(of: #/\n### "(.+ \[[a-z-]+\])"/#).map { String($0.output.1) }
    #expect(quoted == findings(acme + "tokn: {}\n").map { $0.replacing(#/^\d+:\d+: error: /#, with: "") })
  }
}
