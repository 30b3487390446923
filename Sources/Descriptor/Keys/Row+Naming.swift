extension Row {
  /// The keys for a name in Swift and for a description.
  static var naming: [Row] { [swiftCase, forPeople] }
  static var swiftCase: Row { Row("case", .text, doc: "A different name in Swift.") }
  static var forPeople: Row { Row("doc", .text, doc: "A human-readable description, in one sentence.") }
}

extension Shape {
  /// A value that has a name in Swift.
  static let named = Shape.record(Row<Void>.naming.flatMap(\.keys))
  /// A list of values, or a map from each value to its description or name.
  static let namedWords = Shape.either([.list(.text), .dictionary(.either([.text, named]))])
  /// A string, or a list of strings.
  static let textOrList = Shape.either([.text, .list(.text)])
}
