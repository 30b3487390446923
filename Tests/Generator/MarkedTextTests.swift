import AuthDescriptor
import Testing

@testable import AuthGenerator

@Suite struct `Marked text` {
  @Test(arguments: [
    ("a«n:b»c", "abc", [1..<2]), ("«w:»", "", [0..<0]), ("«l:\"«n:a»b\"»«n:c»", "\"ab\"c", [0..<4, 4..<5]),
    ("a«n:bc", "abc", [1..<3]), ("«l:«n:«w:a»b»c»d", "abcd", [0..<3]), ("«l:a«n:b»c", "abc", [0..<3]),
    ("a»b«n:c»", "abc", [2..<3]), ("", "", []), ("é👩‍💻", "é👩‍💻", []), ("\u{10FEFF}\u{10FF05}", "\u{10FEFF}\u{10FF05}", []),
  ]) func `Marked text has the place of each string`(_ text: String, _ contents: String, _ places: [Range<Int>]) {
    let text = marked(text)
    #expect(text.contents == contents)
    #expect(text.places.map(\.range) == places)
  }

  @Test func `A place has the kind of its outermost string`() {
    let text = marked("«l:«n:a»»«n:«w:b»»«c:«l:c»»«w:«c:d»»")
    #expect(text.places.map(\.kind) == [.literal, .name, .comment, .words])
  }

  @Test func `Text without marks keeps the characters that would be marks`() {
    let text = MarkedText(unmarked: "a\u{10FF01}b\u{10FF04}")
    #expect(text.contents == "a\u{10FF01}b\u{10FF04}")
    #expect(text.places == [])
  }

  @Test(arguments: ["\u{10FF00}", "\u{10FF02}", "\u{10FF04}"]) func `A comment with a mark is rejected`(_ mark: String)
  {
    #expect(throws: SwiftTextFailure.notAComment(mark)) { try DocComment.plain(mark) }
    #expect(throws: SwiftTextFailure.notAComment(mark)) { try DocComment.inline(mark) }
    #expect(throws: SwiftTextFailure.notAComment(mark)) { try DocComment.lines(mark, indentation: 0) }
  }

  @Test(arguments: ["\u{10FEFF}", "\u{10FF05}"]) func `A comment may contain the characters next to the marks`(
    _ text: String
  ) throws {
    #expect(try DocComment.plain(text) == text)
  }

  /// Lines break by length.
  @Test func `Marks don't change where lines break`() throws {
    for length in 80...110 {
      let word = String(repeating: "y", count: length)
      let calls: [SwiftExpression] = [
        .list([.string(word)]), .dictionary([.init(label: word, value: .string("é"))]),
        .call("f", [.init(label: "", value: .string(word))]),
      ]
      for call in calls {
        let text = try StringMarks.using { () throws(DiagnosticsError) in call.formatted(column: 4, indentation: 2) }
        #expect(StringMarks.removed(from: text) == call.formatted(column: 4, indentation: 2))
        #expect(text != call.formatted(column: 4, indentation: 2))
      }
    }
  }

  /// A file without a mark at each of these places would pass the check.
  @Test func `A filter of a custom template keeps the marks`() throws {
    let templates = TemplateSet(files: [
      TemplateSet.client: """
      {% for client in clients %}let {{ client.type|lowercase }} = 1  // {{ client.name|uppercase }}
      let x{{ client.type|capitalize }} = 1
      {% endfor %}
      """
    ])
    let text = try Generator(templates: templates).rendered([load(acme)]).text
    #expect(text.places.map(\.kind) == [.name, .words, .name])
    #expect(text.contents.hasPrefix("let acme = 1  // ACME\nlet xAcme = 1\n"))
  }
}
