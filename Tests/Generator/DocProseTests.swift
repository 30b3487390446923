import Testing

@testable import AuthGenerator

@Suite struct `Prose in a documentation comment` {
  private func lines(_ text: String, width: Int = 120) throws -> [String] {
    try DocComment.lines(text, indentation: 120 - width)
  }

  @Test(arguments: [
    "Connection to use directly, such as `google-oauth2`.", "A `[String]` of `<tags>`, 50 % - or *more*.",
    "Text ``` text", "An odd ` is copied.", "C:\\path and \\(a) trap", "5 > 3 | #1 = 2_000 @ noon",
    "#hash -5 1.5",
  ]) func `Prose in a comment is copied unchanged if it contains no markup`(_ text: String) throws {
    #expect(try lines(text) == [text])
  }

  @Test(arguments: [
    ("@Metadata { @TechnologyRoot }", "\\@Metadata { @TechnologyRoot }"), ("- Parameters:", "\\- Parameters:"),
    ("- Throws: y", "\\- Throws: y"), ("* item", "\\* item"), ("+ item", "\\+ item"), ("1. one", "1\\. one"),
    ("12) twelve", "12\\) twelve"), ("# Heading", "\\# Heading"), ("> Warning: x", "\\> Warning: x"),
    ("~~~ x", "\\~~~ x"), ("```swift", "\\```swift"), ("--- x", "\\--- x"), ("| a | b |", "\\| a | b |"),
    ("\\param x y", "\\\\param x y"), ("=== x", "\\=== x"), (":-: x", "\\:-: x"),
  ]) func `Prose in a comment can't start a block`(_ text: String, _ line: String) throws {
    #expect(try lines(text) == [line])
  }

  @Test(arguments: [
    ("see ``Symbol``", "see \\`\\`Symbol\\`\\`"), ("``` a ``` b", "\\`\\`\\` a \\`\\`\\` b"),
    ("a <!-- comment", "a \\<!-- comment"), ("[a](doc:Injected)", "\\[a](doc:Injected)"), ("![b](c)", "!\\[b](c)"),
    ("\\[a](b) \\\\[c](d)", "\\[a](b) \\\\\\[c](d)"), ("`a` <b> `<c>`", "`a` \\<b> `<c>`"),
    ("see ``\u{301}Symbol``\u{301}", "see \\`\\`\u{301}Symbol\\`\\`\u{301}"),
    ("`a\\` <b>", "`a\\` \\<b>"), ("\\`a <b>` c", "\\`a \\<b>` c"),
  ]) func `Prose in a comment can't contain links or markup`(_ text: String, _ line: String) throws {
    #expect(try lines(text) == [line])
  }

  @Test func `Prose in a comment can't start a block after a line break`() throws {
    #expect(try lines("word word - Throws: y", width: 14) == ["word word", "\\- Throws:", "y"])
    #expect(try lines("word word @Metadata", width: 14) == ["word word", "\\@Metadata"])
  }

  @Test func `Prose in a comment keeps code on one line if escaping would add a visible backslash`() throws {
    #expect(try lines("word `word - word`", width: 14) == ["word `word -", "word`"])
    #expect(try lines("word `word <script>`", width: 14) == ["word `word <script>`"])
  }

  @Test(.timeLimit(.minutes(1))) func `Prose in a comment with thousands of double backticks is escaped`() throws {
    let escaped = try DocComment.inline(String(repeating: "`` ", count: 20_000) + "end")
    #expect(escaped == String(repeating: "\\`\\` ", count: 20_000) + "end")
  }

  @Test func `Prose in a comment isn't escaped as a block after a prefix`() throws {
    #expect(try DocComment.lines("- Throws: x", indentation: 0, first: "- Warning: ") == ["- Warning: - Throws: x"])
    #expect(try DocComment.inline("A [b] @c") == "A \\[b] @c")
    #expect(try DocComment.plain("a [b]\n.yaml") == "a [b] .yaml")
  }
}
