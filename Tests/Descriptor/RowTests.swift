import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `A row of a key` {
  private func read(_ yaml: String, over standard: Sample = Sample()) throws -> Sample {
    try #require(Sample.read(try YAMLReader().read(yaml, file: "sample.yaml"), over: standard))
  }

  private func shape(_ path: String...) throws -> Shape {
    try path.reduce(Sample.shape) { shape, name in
      guard case .record(let keys) = shape else { throw CancellationError() }
      return try #require(keys.first { $0.name == name }).shape
    }
  }

  @Test func `A row derives its shape from the type of the property`() throws {
    #expect(
      Sample.table.keys.map(\.name) == ["flag", "name", "words", "wait", "way", "nested", "part", "inline", "sum"])
    #expect(try shape("flag").expectation == "true or false")
    #expect(try shape("words").expectation == "a list (each item: a string)")
    #expect(try shape("wait").expectation == "a whole number from 0 to 9")
    #expect(try shape("way").expectation == "one of there, back_again")
    #expect(try shape("nested", "path").expectation == "a string")
    #expect(try shape("part").expectation == "'none' or a map with the keys size")
    #expect(try shape("inline").expectation == "a string")
  }

  @Test func `A row reads the keys in the descriptor and leaves other properties unchanged`() throws {
    let stated = try read(
      """
      { flag: true, name: it, words: one, wait: 5, way: back_again, nested: { path: a.b }, part: { size: s }, inline: b }
      """)
    #expect(stated.flag && stated.name == "it" && stated.words == ["one"] && stated.wait == .seconds(5))
    #expect(stated.way == .backAgain && stated.path == "a.b" && stated.part?.size == "s" && stated.inner.inline == "b")
    #expect(try read("{ flag: false }", over: stated).name == "it")
    #expect(try read("{ part: none }", over: stated).part == nil)
    #expect(try read("{ way: nowhere }", over: stated).way == .backAgain)
  }

  @Test func `A row combines several keys into one property`() throws {
    #expect(try read("{ name: a, sum: b }").words == ["a", "b"])
  }

  @Test func `A row produces an assignment if the property differs from its default`() throws {
    let value = try read("{ flag: true, nested: { path: a.b }, part: { size: s }, inline: b }")
    let part = SwiftAssignment(path: "it.part?.size", value: .string("s"))
    let others = [
      SwiftAssignment(path: "it.flag", value: .text("true")),
      SwiftAssignment(path: "it.inner.inline", value: .string("b")),
      SwiftAssignment(path: "it.path", value: .string("a.b")),
    ]
    #expect(value.assignments(from: Sample(), to: "it") == others + [part])
    #expect(value.assignments(from: value, to: "it") == [])
    let without = try read("{ part: none }")
    #expect(without.assignments(from: Sample(), to: "it") == [SwiftAssignment(path: "it.part", value: .text("nil"))])
    #expect(Sample().assignments(from: without, to: "it").map(\.path) == ["it.part"])
  }
}

/// A group whose properties are in a different order than its keys.
private struct Sample: RuleGroup, ConfigurationPart {
  enum Way: String, DescribedEnumeration {
    case there
    case backAgain = "back_again"
  }

  var way: Way = .there
  var flag = false
  var inner = Inner()
  var name: String?
  var words: [String] = []
  var wait = Duration.zero
  var path: FieldPath = "."
  var part: Part? = Part()

  static let table = KeyTable<Self> {
    Row("flag", \.flag)
    Row("name", \.name)
    Row("words", \.words)
    Row("wait", \.wait, .integer(0...9))
    Row("way", \.way)
    Row("nested", doc: "") {
      Row("path", \.path)
    }
    Row("part", orNone: \.part, doc: "")
    Row(inline: \.inner)
    Row("sum", .text)
    Row { node, it in if let last = node["sum"]?.text { it.words = [it.name ?? "", last] } }
  }
}

private struct Part: RuleGroup, ConfigurationPart {
  var size: String?

  static let table = KeyTable<Self> {
    Row("size", \.size)
  }
}

private struct Inner: RuleGroup, ConfigurationPart {
  var inline = ""

  static let table = KeyTable<Self> {
    Row("inline", \.inline)
  }
}
