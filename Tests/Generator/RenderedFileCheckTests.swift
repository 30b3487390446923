import AuthDescriptor
import Testing

@testable import AuthGenerator

@Suite struct `The check of a rendered file` {
  private let check = RenderedFileCheck()

  private func findings(_ contents: String, like inert: String) -> [String] {
    do throws(DiagnosticsError) {
      try check.check(contents, path: "X.swift", expected: inert) { "t\($0)" }
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test(arguments: [
    (#"enum X { case a = "b" }"#, #"enum X { case x = "x" }"#), ("enum X { case a }", "enum X { case a } // x"),
    (#"f("}; func g() {")"#, #"f("xxx")"#), (##"f(#"\n"b"#)"##, #"f("xxxxxx")"#), (#"f("")"#, #"f("x")"#),
    ("f(\n  #\"\\\"#)", "f(\n  \"x\")"),
    ("/// a\n/// b\nlet c = 1", "///\nlet x = 1"), ("struct AcmeView {}", "struct xxxxView {}"),
    ("", ""),
    (
      "let a = \"\"\"\n  \"b\" \\(c(\"d\")) \"\n  \"\"\"",
      "let a = \"\"\"\n  \"x\" \\(c(\"x\")) \"\n  \"\"\""
    ),
    (##"let a = #"\" \#(b) "# + "c""##, ##"let a = #"\" \#(b) "# + "x""##),
    ("/* a /* b */ */ let\tc = 1\r\n", "/* a /* b */ */ let\tx = 1\r\n"),
  ]) func `The check of a rendered file accepts any string inside a literal or a comment`(
    _ contents: String, _ inert: String
  ) {
    #expect(findings(contents, like: inert) == [])
  }

  @Test func `The check of a rendered file reports the location of a syntax error`() {
    #expect(
      findings("enum X {\n  case a b\n}", like: "") == [
        """
        X.swift:2:10: error: rendered from t2, the file isn't valid Swift: unexpected code 'b' in enum [invalid-output]
        """
      ])
  }

  @Test func `The check of a rendered file reports the location of the first unexpected code`() {
    #expect(
      findings("enum X {\n  case é, b\n}", like: "enum X {\n  case é\n}") == [
        """
        X.swift:2:9: error: rendered from t2, a string of the descriptor would become code: ',' [invalid-output]
        """
      ])
  }

  @Test(arguments: [
    ("enum X { case a, b }", ","), ("enum X { case a; static func f() {} }", ";"),
    ("enum X { case a; struct Y {} }", ";"), ("enum X { case a }; let z = 1", ";"),
    ("enum X { case a; static var v: Int { 1 } }", ";"), ("enum X { case a; init() {} }", ";"),
    ("enum X { case a }\nimport Foundation", "import"), ("enum X { case a }\nextension Int {}", "extension"),
    ("enum X { case a; typealias T = Int }", ";"), ("enum X { case a }\n#warning(\"x\")", "#"),
    ("@a enum X { case a }", "@"), ("enum X { case a }\nprefix operator %%", "prefix"),
    ("enum X { case a }\nenum X { case a }", "enum"), ("enum X { }", "}"), ("enum X { case bb }", "bb"),
    ("enum X: Y { case a }", ":"), ("", ""),
  ]) func `The check of a rendered file finds an additional and a missing declaration`(
    _ contents: String, _ code: String
  ) {
    let findings = findings(contents, like: "enum X { case a }")
    #expect(findings.count == 1)
    #expect(findings.first?.hasSuffix("would become code: '\(code)' [invalid-output]") == true, "\(findings)")
  }

  /// These inputs contain no declaration.
  @Test(arguments: [
    (#"func f() { g("a"); fatalError() }"#, ";"), (#"func f() { g("a" + h()) }"#, "+"),
    (#"func f() { g("a", h()) }"#, ","), (#"func f() { g("a").h }"#, "."), (#"func f() { g("\(h())") }"#, #"\"#),
    (##"func f() { g(#"\#(h())"#) }"##, #"\"#), (#"func f() { h.g("a") }"#, "h"), (#"func f() { try g("a") }"#, "try"),
    ("func f() { g\n(\"a\") }", "("), (#"func f() { /* g("a") */ }"#, "}"), (#"func f() { g("a") } // }"#, nil),
    (#"func f() throws { g("a") }"#, "throws"), (#"func f(_ x: Int = 1) { g("a") }"#, "_"),
    (#"func f() { g(["a"]) }"#, "["), (#"func f() { g("a" as String) }"#, "as"), (#"func f() { gg("a") }"#, "gg"),
    (#"func f() { g(a) }"#, "a"), (#"func f() { g(1) }"#, "1"), (#"func f() { g("a") { } }"#, "{"),
  ]) func `The check of a rendered file finds additional code in a body`(_ contents: String, _ code: String?) {
    let findings = findings(contents, like: #"func f() { g("x") }"#)
    #expect(findings.map { $0.split(separator: ": ").last } == (code.map { ["'\($0)' [invalid-output]"] } ?? []))
  }
}

@Suite struct `Inert text` {
  @Test(arguments: ["", "abc", "a\"b", "a\nb", "\u{301}é👩‍💻", "\\(x)", "\"#"])
  func `Inert text is a literal of the same length`(_ text: String) throws {
    let literal = SwiftLiteral.string(text)
    let inert = try InertText.using { () throws(DiagnosticsError) in SwiftLiteral.string(text) }
    #expect(inert.count == literal.count)
    #expect(inert.dropFirst().dropLast().allSatisfy { $0 == "x" })
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test func `Inert text replaces names and comments`() throws {
    var text = SwiftText(try load(acme))
    let inert = try InertText.using { () throws(DiagnosticsError) in
      [
        text.identifier("name"), text.inline("A b"), text.plain("A b"), text.doc("A b.", indentation: 2),
        text.parameterDoc("A b.", of: "name"),
      ]
    }
    #expect(inert == ["xxxx", "xxx", "xxx", "///", "///"])
    #expect(text.identifier("name") == "name")
  }

  /// Lines break by length, and a trailing comma is code.
  @Test func `Inert text breaks lines where the original does`() throws {
    for length in 60...90 {
      let words = (0..<3).map { "w\($0)" + String(repeating: "y", count: length / 3) }.joined(separator: ", ")
      _ = try generate(
        acme
          + "authorize: { parameters: { hint: { type: enum, values: [\(words)] } } }\nscopes: { default: [openid] }\n")
    }
  }
}
