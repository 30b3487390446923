import AuthConfiguration
import Foundation
import Testing

@Suite struct `Paths and conditions` {
  private let body: JSONValue

  init() throws {
    let text = #"{"error": {"code": 7}, "code": "", "tags": ["a", 2], "message": "no quota left", "a|b": "pipe"}"#
    body = try #require(JSONValue(parsing: Data(text.utf8)))
  }

  @Test(arguments: [
    ("error.code | code", "7"), ("code | error.code", "7"), ("missing|error.code", "7"), ("code | missing", ""),
    ("['a|b'] | code", "pipe"), ("missing | other", nil), ("error.code | ", nil), ("| code", nil),
  ])
  func `A path returns the first alternative that isn't empty`(path: String, expected: String?) {
    #expect(body.value(at: FieldPath(path))?.spelling == expected)
  }

  @Test(
    arguments: [
      (".", []), ("a", [.member("a")]), ("a.b[0].c", [.member("a"), .member("b"), .index(0), .member("c")]),
      ("a[0][12]", [.member("a"), .index(0), .index(12)]), ("['a b.[c]'].d", [.member("a b.[c]"), .member("d")]),
      ("a['b']", [.member("a"), .member("b")]), ("é-1", [.member("é-1")]),
      ("[primary=true].email", [.element(member: "primary", value: "true"), .member("email")]),
      ("a[b=]", [.member("a"), .element(member: "b", value: "")]),
    ] as [(String, [FieldPath.Step])])
  func `A path consists of members, indexes, and elements with a value`(path: String, steps: [FieldPath.Step]) {
    #expect(FieldPath(path).problem == nil)
    #expect(FieldPath(path).steps == steps)
  }

  @Test(arguments: [
    "", " a", "a ", "a b", "a.", ".a", "a..b", "a.[0]", ".[0]", "[0]a", "['a']b", "[0", "[]", "[x]", "[+1]", "[-1]",
    "[1.0]",
    "[\u{661}]", "[\u{FF11}]", "[1\u{301}]", "[99999999999999999999]", "['']", "['a'x", "['a'", "['a", "[=a]", "a]",
    "{a}",
    "a=b", "a'b'",
  ])
  func `A malformed path has no steps`(path: String) {
    #expect(
      FieldPath(path).problem == """
        expected a path such as a.b[0].c, [primary=true].email, or ['https://ns/claim'], or several separated by '|'
        """)
    #expect(FieldPath(path).alternatives == [])
    #expect(body.value(at: FieldPath(path)) == nil)
  }

  @Test(arguments: ["a |", "| a", "a || b", "a | b..c"]) func `A malformed alternative makes the path malformed`(
    path: String
  ) {
    #expect(FieldPath(path).problem != nil)
    #expect(FieldPath(path).steps == nil)
  }

  @Test(arguments: [
    ("prefix(message, no quota)", true), ("prefix(message, quota)", false), ("prefix(error.code, 7)", false),
    ("contains(message, quota)", true), ("contains(message, Quota)", false), ("contains(tags, a)", true),
    ("contains(tags, 2)", true), ("contains(tags, b)", false), ("contains(missing, a)", false),
    ("contains(missing | message, left) and has(tags)", true), ("has(code | error.code)", true),
    ("missing(code | missing)", true), ("code | error.code = 7", true),
  ])
  func `A condition compares the value at a path`(text: String, holds: Bool) {
    let condition = Predicate(text)
    #expect(condition.problem == nil)
    #expect(body.satisfies(condition) == holds)
  }

  @Test(arguments: [
    "contains(message)", "contains(message, )", "prefix(, x)", "contains(a, b", "contains(message, quotas",
    "prefix(message, now", "starts(a, b)", "", "and", "has(code) and", "and has(code)", "has(tags", "has(tagsx",
    "missing(missing", "missing(missingx", "has()", "missing()", "code", "code = ", " = 7", "error.code == 7",
  ])
  func `A malformed condition never holds`(text: String) {
    #expect(Predicate(text).problem != nil)
    #expect(!body.satisfies(Predicate(text)))
  }

  @Test(arguments: [
    ("code | message", "no quota left"), ("missing | {error.code}: {message}", "7: no quota left"),
    ("{missing} | error.code", "7"), ("{message} {missing}", "no quota left"),
    (" message", nil), ("none", nil), ("none | error.code", "stated"),
  ])
  func `A selector returns the first alternative that isn't empty, and the selector none returns nothing`(
    text: String, expected: String?
  ) throws {
    let body = try #require(body.object).merging(["none": "stated"]) { $1 }
    #expect(JSONValue.object(body).select(Selector(text))?.spelling == expected)
    #expect(Selector(text).isNone == (text == "none"))
  }
}
