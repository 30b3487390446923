import SwiftParser
import Testing

@testable import AuthGenerator

/// The first code that a string became, even if the file isn't valid Swift.
private func code(in text: String) -> String? {
  let text = marked(text)
  let code = StringCheck(text).firstCode(in: Parser.parse(source: text.contents))
  return code.map { String(decoding: Array(text.contents.utf8)[$0], as: UTF8.self) }
}

@Suite struct `The check of strings` {
  @Test(arguments: [
    "«n:a»(«n:b»)", "let a«n:b»c = «n:d»", ##"f(«l:"a"», «l:#"b"#», «l:""», «l:"c"»)"##, ##"f(#"«l:"a"»"#)"##,
  ]) func `A name in an identifier and a whole literal are data`(_ text: String) {
    #expect(code(in: text) == nil)
  }

  @Test(arguments: ["let a«w:»b = 1", "let a = «w:» 1", "// «w:»", "/*«w:»*/ let a = 1", "f(\"«w:»\")", ""])
  func `An empty string is data`(_ text: String) {
    #expect(code(in: text) == nil)
  }

  @Test(arguments: [("w", "ab"), ("l", "ab"), ("c", "b")])
  func `A string that isn't a name is code in an identifier`(_ kind: String, _ found: String) {
    #expect(code(in: "let a«\(kind):b» = 1") == found)
  }

  @Test(arguments: [
    ("1«n:2»", "12"), ("let a = #/«w:b»/#", "b"), ("#«n:if» a\n#endif", "#if"), ("#!«w:a»\nlet b = 1", "#!a"),
    ("a «n:+» b", "+"), ("«n:_» = 1", "_"), ("«n:let» a = 1", "let"),
  ]) func `A string in a token that is neither an identifier nor a literal's text is code`(
    _ text: String, _ found: String
  ) {
    #expect(code(in: text) == found)
  }
}

@Suite struct `The check of strings in literals` {
  @Test(arguments: [
    #"f("«w:a»b")"#, #"f("«w:a», «n:b»")"#, #"f("«w:\n» b")"#, #"f("«w:\u{41}»b")"#, ##"f(#"«w:a\»"#)"##,
    ##"f(#"«w:\users»b"#)"##,
  ]) func `A part of a literal's text is data`(_ text: String) {
    #expect(code(in: text) == nil)
  }

  @Test(arguments: [
    (#"f("«w:a\»", "b")"#, #"a\", "#), (#"f("«w:a\»\(b)")"#, #"a\\(b)"#), (##"f(#"«w:\#»\#(b)"#)"##, ##"\#\#(b)"##),
    (#"f("«w:\u»{41}")"#, #"\u{41}"#), (#"f("«w:\u{4»1}")"#, #"\u{41}"#),
  ]) func `A string that ends inside an escape is code`(_ text: String, _ found: String) {
    #expect(code(in: text) == found)
  }

  /// The parser treats the backslash and the line break as white space.
  @Test(arguments: [
    ("let a = \"\"\"\n  «w:a\\»\n  b\n  \"\"\"", "a\\"), ("let a = \"\"\"\n  x «w:a\\»\n  b\n  \"\"\"", "x a"),
    ("let a = #\"\"\"\n  «w:a\\#»\n  b\n  \"\"\"#", "a\\#"), ("let a = \"\"\"\n  «w:\\»\n  b\n  \"\"\"", "\\"),
  ]) func `A string that joins two lines of a literal is code`(_ text: String, _ found: String) {
    #expect(code(in: text) == found)
  }

  @Test(arguments: [
    ("f(«l:\"a»b\")", "ab"), ("f(«l: \"a\"»)", "\""), ("f(«l:\"a\" »)", "\"a\" "), ("f(«l:\"»a\")", "\""),
    ("f(«l:#»\"a\"#)", "#"), ("f(\"«l:\" \"»\")", "\""), ("f(«l:\"a\"#\"b\"#»)", "\"a\"#\"b\"#"),
  ]) func `A string that isn't exactly one literal is code`(_ text: String, _ found: String) {
    #expect(code(in: text) == found)
  }

  @Test func `The lines of a comment are data in a literal if each is a whole line`() {
    #expect(code(in: "let a = \"\"\"\n  «c:/// a\n  /// b»\n  \"\"\"") == nil)
    #expect(code(in: "let a = \"\"\"\n  x «c:/// a\n  /// b»\n  \"\"\"") == "x /// a\n")
  }

  @Test func `A string in the indentation of a literal's line is code`() {
    #expect(code(in: "let a = \"\"\"\n  /* a\n«w: »  b\n  \"\"\"") == " ")
  }
}

@Suite struct `The check of strings in comments` {
  @Test(arguments: [
    "// «w:a»\n/* «w:b» */ // «w:c»\nlet a = 1", "/* «w:a/b*c» */ let a = 1", "«c:  /// a\n  /// b»\nlet a = 1",
  ]) func `A part of a comment is data`(_ text: String) {
    #expect(code(in: text) == nil)
  }

  @Test(arguments: [
    ("/* /«w:* a» */ */", "* a"), ("/* «w:a /»* */ */", "a /"), ("/* *«w:»/ a() /* */", ""),
  ]) func `A string that completes the delimiter of a block comment is code`(_ text: String, _ found: String) {
    #expect(code(in: text) == found)
  }

  /// The parser also counts a line break inside a block comment. With one, `(b)` isn't an argument of `a`.
  @Test func `The lines of a comment are code in a block comment`() {
    #expect(code(in: "a /* «c:/// c» */ (b)") == nil)
    #expect(code(in: "a /* «c:/// c\n/// d» */ (b)") == "/// c\n/// d")
  }

  @Test(arguments: [
    ("«c:// a»", "// a"), ("«c:/// a\n\t/// b»", "\t/// b"), ("«c:/// a\n»", ""), ("«c:/// a\r/b»", "/b"),
  ])
  func `A line of a comment that doesn't begin with three slashes is code`(_ text: String, _ found: String) {
    #expect(code(in: text) == found)
  }
}
