import AuthDescriptor
import Testing

@testable import AuthGenerator

@Suite struct `The check of a rendered file` {
  private func findings(_ text: String) -> [String] {
    do throws(DiagnosticsError) {
      try RenderedFileCheck().check(marked(text), path: "X.swift") { "t\($0)" }
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test(arguments: [
    #"enum X { case «n:a» = «l:"b"» }"#, #"f(«l:"}; func g() {"»)"#, ##"f(«l:#"\n"b"#»)"##, #"f(«l:""»)"#,
    #"f(«l:"\n"»)"#,
    "f(\n  «l:#\"\\\"#»)", "«c:/// a\n  /// b»\n  let «n:c» = 1", "struct «n:Acme»View {}",
    "let x: E = .«n:a»(«n:b».c)", "",
    "enum X { case «n:`default`» }", "let a = 1  // b «w:c, d; e()»", "// «l:\"a\"»", "/* a «w:b» */ let c = 1\r\n",
    "// «w:/*»\nlet a = 1\n// «w:*/»", "let a = \"\"\"\n  \"«w:b» \\(c(«l:\"d\"»)) \"\n  \"\"\"",
    #"f("«n:a» {\"b\": «w:c»}")"#,
    ##"f(#"{"a": «l:"b"»}"#)"##, "let «n:»a = 1", "_ = «l:\"\"»",
  ]) func `The check of a rendered file accepts strings in names, literals, and comments`(_ text: String) {
    #expect(findings(text) == [])
  }

  @Test func `The check of a rendered file reports the location of a syntax error`() {
    #expect(
      findings("enum X {\n  case a b\n}") == [
        """
        X.swift:2:10: error: rendered from t2, the file isn't valid Swift: unexpected code 'b' in enum [invalid-output]
        """
      ])
  }

  @Test func `The check of a rendered file reports the location of a string that is code`() {
    #expect(
      findings("enum X {\n  case «w:é», «n:b, c»\n}") == [
        """
        X.swift:2:8: error: rendered from t2, a string of the descriptor would become code: 'é' [invalid-output]
        """
      ])
  }

  @Test(arguments: [
    ("enum X { case «n:a, b» }", "a"), ("enum X { case «n:a; static func f() {}» }", "a"),
    ("enum X { case a«w:; struct Y {}» }", ";"), ("enum X { case a }«l:; let z = 1»", ";"),
    ("enum X { case a }\n«n:import Foundation»", "import"),
    ("enum X { case a }\n«c:extension Int {}»", "extension Int {}"),
    ("enum X { case a }\n«w:#warning»(\"x\")", "#"), ("«n:@a» enum X { case a }", "@"),
    ("enum X { case «n:a b» }", nil),
    ("enum X { «w:case a» }", "case"), ("enum X { «n:case» a }", "case"), ("let a = «n:1»", "1"),
    ("let a = 0«n:x1»", "0x1"),
    ("let a: «n:Int?» = nil", "Int"), ("let a = «n:x.y»", "x"), ("let a = «n:self»", "self"),
    ("enum X { case «w:a» }", "a"),
  ]) func `The check of a rendered file finds code in a declaration`(_ text: String, _ code: String?) {
    expect(code, in: text)
  }

  @Test(arguments: [
    (#"func f() { g(«l:"a" + h()») }"#, "+"), (#"func f() { g(«l:"a", h()») }"#, ","),
    (#"func f() { g(«l:"a").h»  }"#, ")"),
    (#"func f() { g(«l:"\(h())"») }"#, #"\"#), (##"func f() { g(«l:#"\#(h())"#») }"##, #"\"#),
    (##"func f() { g(#«l:"\\#(h())"»#) }"##, #"\"#), (#"func f() { g(«l:a») }"#, "a"),
    (#"func f() { g(«l:"a" as String») }"#, "as"),
    (#"func f() { g(«l:"a\"», «l:b"») }"#, #"a\", b"#), (#"func f() { g("«w:\(h())»") }"#, #"\"#),
    (#"func f() { g("«w:a", "b»") }"#, #"""#), (#"func f() { g("a «l:"b"» c") }"#, nil),
    ("«l:\"\"»\n«l:\"\"\n\"\"»", "\"\""),
    (#"func f() { _ = «l:"a"; "b"» }"#, ";"), (#"func f() { g("«w:a\», b: "»") }"#, nil),
    ("func f() { g(\n\"«w:a\\»\", \"//b\"\n) }", "a\\\", "),
    ("func f() { g(\n#\"«w:a\\#»\"#, #\"//b\"#\n) }", "a\\#\"#, #\"//b"),
    ("func f() { g(\"«l:\"a\"») }", nil), ("func f() { g(«l:\"a»\") }", "\"a"),
    ("func f() { g(#«l:#\"a\"b\"#»#) }", nil),
    ("func f() { g(\"«l:\"// a\"»\"\n) }", "\"// a\""),
  ]) func `The check of a rendered file finds code in and around a literal`(_ text: String, _ code: String?) {
    expect(code, in: text)
  }

  /// A line break can also end a statement.
  @Test(arguments: [
    ("«c:/// a\nb()»", "b()"), ("«c:/// a\rb()»", "b()"), ("«c:/// a\n/* b»\n/* */ */", "/* b"),
    ("// «w:a\n// b»", "// b"),
    ("// «w:a\r\n»", ""), ("«c:a()»", "a()"), ("return\n«n:\n»", ""), ("// «l:\"\nb()»", "b()"),
    ("«c:///\n  /// a\n  »", "  "), ("f(\n  1, «w:// a», verify: true\n)", "// a"), ("f() /«w:/ a»", "/ a"),
    ("f() /* a */ «w:// b»", "// b"), ("// a\n«w:// b»", "// b"), ("f() /* /* a */ */ «n:/* b */»", "/* b */"),
  ]) func `The check of a rendered file finds code and line breaks in comments and names`(
    _ text: String, _ code: String
  ) {
    expect(code, in: text)
  }

  /// The code between the two strings would be missing.
  @Test(arguments: [
    ("/* «w:/*» */ a() /* «w:*/» */", "/*"), ("/* *«w:/»\na() /* «w:b» */", "/"), ("/*«w:*/»\na()", "*/"),
    ("let a = 1 /* b */  /** «w:*/ /*» */", "*/ /*"), ("/* «w:a *»/\nb()", "a *"),
    ("/* /* */ «w:/** */» */ a()", "/** */"),
  ]) func `The check of a rendered file finds a string that begins or ends a block comment`(
    _ text: String, _ code: String
  ) {
    expect(code, in: text)
  }

  /// The templates insert text regardless of its content.
  @Test(arguments: [
    #"f("{}", verify: true)  // 6" + dump()"#, "f(\n  \"{}\", \"//cdn.example.com\"\n)",
    "f(\"{}\", verify: true, label: \"{}\"\n)", "f(#\"{}\"#, verify: true, label: #\"{}\"#\n)",
    "let a = \"\"\"\n  {}\n  b\n  \"\"\"", "/* {} */ f() /* {} */", "f() // {}\ng()", "f() //{}",
    "f(\"a\") + \"{}\".count // {}",
    "/*{}*/ f() // \"{}\"", "f(\"{}{}\", \"{}\")",
  ]) func `No text changes the code of a careless template without a finding`(_ template: String) {
    let harmless = CodeOutline(template.replacing("{}", with: "a"))
    #expect(findings(template.replacing("{}", with: "«w:a»")) == [])
    for text in [
      "\\", "a\\", "\\\\", "// \\", "\\#", "//", "// a", "*/", "/*", "*", "/", "*/ a() /*", "\"", "\\\"", "\", b(), \"",
      "\"// ", "\\(b())",
      "\\#(b())", "\"\"\"", "\"#", "#\"", "#", "\"#, b(), #\"", "/// a", ")", "\n", "a\nb()\n", "\r", "`", "\\u{22}",
      "\\n",
    ] {
      for mark in ["w", "c"] {
        let file = template.replacing("{}", with: "«\(mark):\(text)»")
        guard findings(file).isEmpty else { continue }
        let outline = CodeOutline(marked(file).contents)
        #expect(outline.code == harmless.code && outline.items == harmless.items, "\(text.debugDescription)")
        #expect(outline.literals.count == harmless.literals.count, "\(text.debugDescription)")
        #expect(outline.comments.count == harmless.comments.count, "\(text.debugDescription)")
      }
    }
  }

  /// - Parameter code: The string that the only finding names, or `nil` if the file isn't valid Swift.
  private func expect(_ code: String?, in text: String) {
    let findings = findings(text)
    let end = code.map { "would become code: '\($0)' [invalid-output]" }
    #expect(end.map { end in findings.map { $0.hasSuffix(end) } == [true] } ?? !findings.isEmpty, "\(findings)")
  }
}
