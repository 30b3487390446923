import AuthRuntime
import Foundation
import Testing

@testable import AuthConfiguration

@Suite struct `Untrusted JSON` {
  private func parse(_ text: String) -> JSONValue? {
    JSONValue(parsing: Data(text.utf8))
  }

  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
    ("-17", .integer(-17)), ("1.5", .number(1.5)), ("1e3", .number(1000)), ("-0.5E-1", .number(-0.05)),
    ("9223372036854775807", .integer(.max)), ("9223372036854775808", .string("9223372036854775808")),
    ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e4\u20AC\ud83d\ude00""#, .string("ä€😀")), ("\"ä😀\"", .string("ä😀")),
    ("[]", .array([])), ("[1, [2],\n{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
    (#"{"a":{"b":[null]}, "c" : ""}"#, .object(["a": .object(["b": .array([.null])]), "c": .string("")])),
  ])
  func `Valid JSON is parsed`(text: String, value: JSONValue) {
    #expect(parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "truex", "01", "1.", ".5", "+1", "1e", "1e999", "NaN", "'a'", "\"", "\"a", "\"\n\"", #""\x""#,
    #""\u12""#,
    #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#, "[", "[1", "[1,]", "[,]", "[1 2]", "{", "{}}", "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}", "{a:1}", "{1:1}", "1 1", "// x\n1", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "\u{FEFF}1",
  ])
  func `Invalid JSON and repeated members are rejected`(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func `JSON that isn't UTF-8 is rejected`() {
    #expect(JSONValue(parsing: Data([0x22, 0xFF, 0x22])) == nil)
    #expect(JSONValue(parsing: Data([0x22, 0xC0, 0x80, 0x22])) == nil)
  }

  @Test func `JSON that nests too deeply is rejected immediately`() {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(parse(deep(JSONParser.maximumDepth - 1)) != nil)
    #expect(parse(deep(JSONParser.maximumDepth + 1)) == nil)
    #expect(parse(deep(500_000)) == nil)
    #expect(parse(String(repeating: #"{"a":"#, count: 500_000)) == nil)
  }

  @Test(arguments: ["\u{301}\u{316}", #"\u0301\u0316"#, "\u{F73}"])
  func `A string with many combining marks in a row is rejected immediately`(marks: String) {
    // Hashing the name of this member would take minutes.
    #expect(parse(#"{"a"# + String(repeating: marks, count: 80_000) + #"":1}"#) == nil)
    #expect(parse("\"a" + String(repeating: marks, count: 64) + "\"") != nil)
  }

  @Test(arguments: ["a\u{316}\u{301}\u{345}", "\u{1100}\u{1161}\u{11A8}", "\u{1F469}\u{200D}"])
  func `A long string of characters with a few marks is accepted`(character: String) {
    let text = String(repeating: character, count: 20_000)
    #expect(parse("{\"\(text)\":1}")?.object?[text] == .integer(1))
  }

  @Test func `JSON is parsed as Foundation parses it`() throws {
    let text = #"{"a":[1,2.5,-3.25e1,"x\u00e9",true,null],"b":{"c":"\ud83d\ude00"}}"#
    let value = try #require(parse(text))
    let again = try #require(JSONValue(parsing: JSONEncoder().encode(value)))
    #expect(again == value)
    let ours = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(ours == theirs)
  }
}
