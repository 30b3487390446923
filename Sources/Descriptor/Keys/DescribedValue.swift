import AuthConfiguration

/// A value that a descriptor can contain, with its representation in YAML and in Swift.
protocol DescribedValue: Sendable, Equatable {
  /// The shape of the YAML for such a value.
  static var shape: Shape { get }

  /// Reads a node whose shape is valid.
  ///
  /// - Parameter standard: The value for keys that the node doesn't have.
  /// - Returns: `nil` if the node doesn't have a value.
  static func read(_ node: LocatedNode, over standard: Self?) -> Self?

  /// The shape of the YAML for a list of such values.
  static var shapeOfList: Shape { get }

  /// Reads an entry of a map whose keys the author chooses.
  static func read(_ entry: LocatedNode.Entry) -> Self?

  /// Reads a list of such values.
  static func readList(_ node: LocatedNode) -> [Self]?

  /// The Swift expression for the value, in a context that determines its type.
  var expression: SwiftExpression { get }

  /// The assignments that turn a default value into this one.
  func assignments(from standard: Self, to path: String) -> [SwiftAssignment]

  /// The assignments for an optional value.
  static func assignments(of value: Self?, from standard: Self?, to path: String) -> [SwiftAssignment]
}

extension DescribedValue {
  static var shapeOfList: Shape { .list(shape) }

  static func read(_ entry: LocatedNode.Entry) -> Self? { read(entry.value, over: nil) }

  /// A single value is read as a list of one.
  static func readList(_ node: LocatedNode) -> [Self]? {
    node.list?.compactMap { read($0, over: nil) } ?? read(node, over: nil).map { [$0] }
  }

  func assignments(from standard: Self, to path: String) -> [SwiftAssignment] {
    self == standard ? [] : [SwiftAssignment(path: path, value: expression)]
  }

  static func assignments(of value: Self?, from standard: Self?, to path: String) -> [SwiftAssignment] {
    value == standard ? [] : [SwiftAssignment(path: path, value: value.expression)]
  }
}

// MARK: Scalars

extension String: DescribedValue {
  static var shape: Shape { .text }
  static func read(_ node: LocatedNode, over standard: String?) -> String? { node.text }
  var expression: SwiftExpression { .string(self) }
}

extension Bool: DescribedValue {
  static var shape: Shape { .flag }
  static func read(_ node: LocatedNode, over standard: Bool?) -> Bool? { node.flag }
  var expression: SwiftExpression { .text(self ? "true" : "false") }
}

extension Int: DescribedValue {
  static var shape: Shape { .integer(0...315_360_000) }
  static func read(_ node: LocatedNode, over standard: Int?) -> Int? { node.integer }
  var expression: SwiftExpression { .text(String(self)) }
}

/// Whole seconds, at most ten years.
extension Duration: DescribedValue {
  static var shape: Shape { .integer(1...315_360_000) }

  static func read(_ node: LocatedNode, over standard: Duration?) -> Duration? {
    node.integer.map { .seconds($0) }
  }

  var expression: SwiftExpression {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return .text(seconds == 0 ? ".zero" : ".seconds(\(seconds))") }
    return .text(".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))")
  }
}

/// A string in one of the small grammars.
protocol DescribedExpression: DescribedValue, DescriptorExpression {}

extension DescribedExpression {
  static var shape: Shape { .expression(Self.self) }
  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.map(Self.init) }
  var expression: SwiftExpression { .string(text) }
}

extension TextTemplate: DescribedExpression {}
extension FieldPath: DescribedExpression {}
extension Predicate: DescribedExpression {}
extension Selector: DescribedExpression {}
extension DerivedValue: DescribedExpression {}
extension ClaimCheck: DescribedExpression {}

/// An enumeration with one case for each allowed value of a key.
protocol DescribedEnumeration: DescribedValue, Hashable, CaseIterable, RawRepresentable<String> {
  /// Values of the language that this version doesn't support.
  static var unsupportedValues: [String] { get }
  /// The name of the case, if it isn't the raw value in camel case.
  ///
  /// Swift can print the name too, but then it searches the whole program for each type's conformances.
  var unexpectedName: String? { get }
}

extension DescribedEnumeration {
  static var unsupportedValues: [String] { [] }
  static var shape: Shape { .enumeration(of: Self.self, unsupported: unsupportedValues) }
  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.flatMap(Self.init) }
  var unexpectedName: String? { nil }

  /// `form_post` is `.formPost`.
  var expression: SwiftExpression { .text("." + (unexpectedName ?? SwiftName.lowerCamel(rawValue))) }
}

// MARK: Containers

extension Optional: DescribedValue where Wrapped: DescribedValue {
  static var shape: Shape { Wrapped.shape }

  static func read(_ node: LocatedNode, over standard: Wrapped??) -> Wrapped?? {
    Wrapped.read(node, over: standard ?? nil).map(Optional.some)
  }

  var expression: SwiftExpression { self?.expression.qualified(by: Wrapped.self) ?? .text("nil") }

  func assignments(from standard: Wrapped?, to path: String) -> [SwiftAssignment] {
    Wrapped.assignments(of: self, from: standard, to: path)
  }
}

extension Array: DescribedValue where Element: DescribedValue {
  static var shape: Shape { Element.shapeOfList }
  static func read(_ node: LocatedNode, over standard: [Element]?) -> [Element]? { Element.readList(node) }
  var expression: SwiftExpression { .list(map(\.expression)) }
}

extension Dictionary: DescribedValue where Key == String, Value: DescribedValue {
  static var shape: Shape { .dictionary(Value.shape) }

  static func read(_ node: LocatedNode, over standard: [String: Value]?) -> [String: Value]? {
    let values = node.entries?.compactMap { entry in Value.read(entry).map { (entry.key, $0) } }
    return values.map { Dictionary($0) { first, _ in first } }
  }

  var expression: SwiftExpression {
    let members = map { SwiftExpression.Argument(label: $0.key, value: $0.value.expression) }
    return .dictionary(members.sorted { $0.label < $1.label })
  }
}
