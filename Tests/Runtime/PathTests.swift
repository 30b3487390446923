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

  @Test(arguments: ["contains(message)", "contains(message, )", "prefix(, x)", "contains(a, b", "starts(a, b)"])
  func `A malformed condition never holds`(text: String) {
    #expect(Predicate(text).problem != nil)
    #expect(!body.satisfies(Predicate(text)))
  }
}
