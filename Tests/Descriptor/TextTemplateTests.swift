import AuthConfiguration
import Testing

@Suite struct `Templates` {
  @Test(
    arguments: [
      ("", []), ("a", [.literal("a")]), ("{a}", [.placeholder("a")]),
      ("x{a}y{b.c}", [.literal("x"), .placeholder("a"), .literal("y"), .placeholder("b.c")]),
      ("{a}{a}", [.placeholder("a"), .placeholder("a")]), ("{{a}}", [.literal("{a}")]), ("{{}}", [.literal("{}")]),
      ("}}{a}{{", [.literal("}"), .placeholder("a"), .literal("{")]),
    ] as [(String, [TextTemplate.Part])])
  func `A template consists of literals and placeholders, and a doubled brace is literal`(
    text: String, parts: [TextTemplate.Part]
  ) {
    #expect(TextTemplate(text).problem == nil)
    #expect(TextTemplate(text).parts == parts)
  }

  @Test(arguments: ["{", "}", "{}", "a{}b", "{a", "a}", "}a}", "}a{", "{a}}", "{{a}", "{{{a"])
  func `A template with an unbalanced brace or an empty name is rejected, and can't be filled in`(text: String) {
    let template = TextTemplate(text)
    #expect(template.problem == "unbalanced brace; to write a literal brace, double it")
    #expect(template.placeholders == [])
    #expect(throws: TemplateFailure.malformed(text)) { try template.filled { _ in "" } }
  }

  @Test(
    arguments: [
      ("a{{b", .literal("{"), "{{"), ("a}}}", .literal("}"), "}}"), ("a{b}c}", .placeholder("b"), "{b}"),
      ("{}a", .placeholder(""), "{}"), ("{a", .unbalanced, "{"), ("}{a}", .unbalanced, "}"),
    ] as [(String, TemplateBrace.Meaning, String)])
  func `The first brace is doubled, begins a placeholder, or is unbalanced`(
    text: String, meaning: TemplateBrace.Meaning, range: String
  ) throws {
    let brace = try #require(TemplateBrace(in: text[...]))
    #expect(brace.meaning == meaning)
    #expect(text[brace.range] == range)
  }

  @Test(arguments: ["", "a", "{\u{301}"]) func `Text without braces has no first brace`(_ text: String) {
    #expect(TemplateBrace(in: text[...]) == nil)
  }

  @Test(arguments: ["", "a", "{", "}", "{a}", "{{", "{\u{301}", "{{\u{301}}", "}\u{301}{", "{a}\u{301}"])
  func `A template of literal text has no placeholders and produces the same text`(text: String) throws {
    let template = TextTemplate.literal(text)
    #expect(template.placeholders == [])
    #expect(try template.filled { _ in nil }.isExactly(text))
  }

  @Test func `A template needs a value for every placeholder`() throws {
    #expect(try TextTemplate("{a}/{{{b}").filled { "\($0)=1" } == "a=1/{b=1")
    #expect(throws: TemplateFailure.missing("b")) { try TextTemplate("{a}{b}").filled { $0 == "a" ? "" : nil } }
  }
}
