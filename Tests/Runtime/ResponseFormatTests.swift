import Foundation
import Testing

@testable import AuthConfiguration

@Suite struct `The format of a response` {
  private func read(
    _ text: String, _ format: ProviderConfiguration.ResponseRules.Format, mediaType: String? = nil
  ) -> JSONValue? {
    var rules = ProviderConfiguration.ResponseRules()
    rules.format = format
    return BodyReader.read(Data(text.utf8), mediaType: mediaType, as: rules)
  }

  @Test(arguments: [
    #"{xa": 1}"#, #"{'a": 1}"#, #"{1a": 1}"#, "[trux]", "[falsy]", "[nulx]", #"["\ud83dxxde00"]"#,
  ])
  func `Text that only resembles JSON isn't parsed`(text: String) {
    #expect(JSONValue(parsing: Data(text.utf8)) == nil)
  }

  @Test func `An index after the last element has no value`() {
    let list: JSONValue = [7]
    #expect(list.value(at: "[0]") == 7)
    #expect(list.value(at: "[1]") == nil)
  }

  @Test func `Neither null nor an empty string is present`() {
    #expect(!JSONValue.null.isPresent)
    #expect(!JSONValue.string("").isPresent)
    #expect(JSONValue.bool(false).isPresent)
  }

  @Test(
    arguments: [
      ("text/html", ["a": "b"]), ("application/x-www-form-urlencoded", ["a": "b"]), (nil, ["a": "b"]),
      ("application/json", nil), ("Application/JSON; charset=utf-8", nil), ("application/problem+json", nil),
    ] as [(String?, JSONValue?)])
  func `A form that is labeled as JSON isn't read`(mediaType: String?, expected: JSONValue?) {
    #expect(read("a=b", .auto, mediaType: mediaType) == expected)
  }

  @Test(arguments: ["", "a", "denied", #"<a href="b">"#, "a=<b>", "a=%zz", "a=1&a=2"])
  func `Text that isn't a form isn't read as one`(text: String) {
    #expect(read(text, .form) == nil)
    #expect(read(text, .auto, mediaType: "text/plain") == nil)
  }

  @Test(
    arguments: [
      ("call({\"a\": 1});", ["a": 1]), (")(", nil), (")1(", nil), ("call(", nil), ("call)", nil), ("call()", nil),
    ] as [(String, JSONValue?)])
  func `A call contains its argument between parentheses`(text: String, expected: JSONValue?) {
    #expect(read(text, .jsonp) == expected)
  }
}
