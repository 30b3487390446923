import AuthDescriptor
import Testing

@testable import AuthGenerator

@Suite struct `String literals` {
  @Test(arguments: [
    ("plain", "\"plain\""),
    ("https://{domain}/", "\"https://{domain}/\""),
    ("a \"quote\"", "#\"a \"quote\"\"#"),
    ("back\\slash", "#\"back\\slash\"#"),
    ("\\(injected)", "#\"\\(injected)\"#"),
    ("\"#; x", "##\"\"#; x\"##"),
    ("line\nbreak", "\"line\\nbreak\""),
    ("carriage\rreturn", "\"carriage\\rreturn\""),
    ("null\0", "\"null\\0\""),
    ("tab\tand \"quote\"", "#\"tab\\#tand \"quote\"\"#"),
    ("\u{7F} \u{85} \u{2028}", "\"\\u{7f} \\u{85} \\u{2028}\""),
    ("a \"\u{301}", "#\"a \"\u{301}\"#"),
    ("*/ // }", "\"*/ // }\""),
    ("👩‍💻 é", "\"👩‍💻 é\""),
    ("", "\"\""),
    ("\"#######", "########\"\"#######\"########"),
    ("\"########", "\"\\\"########\""),
    ("\\########(f())", "\"\\\\########(f())\""),
  ]) func `String literals have the value of the string`(_ text: String, _ literal: String) throws {
    #expect(SwiftLiteral.string(text) == literal)
  }

  /// Swift's compiler counts the pound signs in eight bits, so that 256 of them would be none.
  @Test(arguments: [254, 255, 256, 257, 511, 512])
  func `String literals have few pound signs, whatever their text contains`(_ count: Int) {
    let text = "\"" + String(repeating: "#", count: count) + "\\(f())"
    #expect(SwiftLiteral.string(text) == "\"\\\"" + String(repeating: "#", count: count) + "\\\\(f())\"")
  }

  /// The literal must parse back to the string, with any characters.
  @Test func `String literals have the value of the string for every combination of dangerous characters`() throws {
    let pieces = [
      "\"", "\\", "#", "(", ")", "\n", "\r", "\u{2028}", "\0", "\u{301}", "a", "\"\"\"", "\\(", "{", "}", "\u{10FF00}",
      "\u{10FF04}",
    ]
    for first in pieces {
      for second in pieces {
        let text = first + second + first
        let literal = SwiftLiteral.string(text)
        let marked = try StringMarks.using { () throws(DiagnosticsError) in SwiftLiteral.string(text) }
        let file = ParsedFile("let x = \(literal)")
        let code = file.firstCode(in: MarkedText("let x = \(marked)"))
        #expect(file.findings.isEmpty && code == nil, "\(text.debugDescription)")
        let meant = literals(in: "let x = \(literal)")
        #expect(meant.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)], "\(text.debugDescription)")
      }
    }
  }
}

@Suite struct `Identifiers` {
  @Test(arguments: ["prompt", "maxAge", "x1", "open", "async"])
  func `Identifiers are accepted if they are valid`(_ name: String)
    throws
  {
    #expect(try SwiftIdentifier.checked(name) == name)
  }

  @Test(arguments: [
    "class", "default", "self", "Self", "init", "true", "await", "case", "nil", "", "1a", "a b", "a;b",
    "`class`", "a\u{202E}b", "é", "👩",
    "a.b", "a(", "_",
  ]) func `Identifiers are rejected if they are keywords or contain invalid characters`(_ name: String) {
    #expect(throws: SwiftTextFailure.notAnIdentifier(name)) { try SwiftIdentifier.checked(name) }
  }

  @Test(arguments: [
    ("default", true), ("public", true), ("in", true), ("await", true), ("nil", true), ("true", true),
    ("prompt", false),
    ("self", false), ("init", false), ("Self", false), ("Type", false), ("a`; b", false), ("", false),
  ]) func `Keywords can be members, except those with a meaning after a dot`(_ name: String, _ isAllowed: Bool) {
    #expect(SwiftIdentifier.isKeywordMember(name) == isAllowed)
  }

  @Test func `Identifiers are tested in all positions, and every keyword of the parser is rejected`() {
    #expect(
      SwiftIdentifier.keywords.isSuperset(of: ["class", "init", "Self", "await", "async", "open", "nonisolated"]))
    let others = ["prompt", "maxAge", "classes", "Init", "selfie", "__", "_0", "x1", "type", "identifier"]
    for name in others where !SwiftIdentifier.keywords.contains(name) {
      #expect(SwiftIdentifier.isIdentifierEverywhere(name), "\(name)")
    }
  }
}

@Suite struct `Documentation comments` {
  @Test func `Documentation comments are wrapped at the end of the line`() throws {
    let text = String(repeating: "word ", count: 60)
    let lines = try DocComment.lines(text, indentation: 4)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count + 8 <= 120 })
    #expect(lines.joined(separator: " ") == text.dropLast())
  }

  @Test func `Documentation comments are indented under the name of a parameter`() throws {
    let lines = try DocComment.lines(
      String(repeating: "word ", count: 30), indentation: 2, first: "  - x: ", next: "    ")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("  - x: word word"))
    #expect(lines[1].hasPrefix("    word"))
  }

  @Test func `Documentation comments never contain a line break of the string`() throws {
    #expect(try DocComment.lines("a\nstatic func x() {}\r\nb", indentation: 0) == ["a static func x() {} b"])
  }

  @Test(arguments: ["\u{0}", "\u{1B}[2J", "\u{202E}", "\u{2066}", "\u{85}", "\u{2028}"])
  func `Documentation comments reject control characters`(_ text: String) {
    #expect(throws: SwiftTextFailure.notAComment(text)) { try DocComment.lines(text, indentation: 0) }
  }
}

@Suite struct `The layout of expressions` {
  private let list = SwiftExpression.list([.text("a"), .text("b")])

  @Test func `An expression is one line if it fits`() {
    #expect(list.formatted(column: 0, indentation: 0) == "[a, b]")
    #expect(SwiftExpression.list([]).formatted(column: 110, indentation: 0) == "[]")
    #expect(SwiftExpression.dictionary([]).line == "[:]")
  }

  @Test func `An expression escapes strings and keys`() {
    let members = SwiftExpression.dictionary([.init(label: "a\\b", value: .string("\\(c)"))])
    #expect(members.line == "[#\"a\\b\"#: #\"\\(c)\"#]")
  }

  @Test func `An expression puts each element on its own line if they don't fit`() {
    #expect(list.formatted(column: 115, indentation: 2) == "[\n    a,\n    b,\n  ]")
    #expect(SwiftExpression.list([.text("a")]).formatted(column: 118, indentation: 2) == "[\n    a\n  ]")
    let call = SwiftExpression.call(".init", [.init(label: "", value: .text("a")), .init(label: "x", value: list)])
    #expect(call.formatted(column: 110, indentation: 0) == ".init(\n  a,\n  x: [a, b]\n)")
  }
}
