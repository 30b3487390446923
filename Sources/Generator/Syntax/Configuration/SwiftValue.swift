import AuthConfiguration
import AuthDescriptor

/// A value of a configuration that generated code can spell.
protocol SwiftValue: Sendable, Equatable {
  /// The value where the context knows its type.
  var expression: SwiftExpression { get }
}

extension SwiftValue {
  /// The value under `Optional`, where `.none` and `.init` would be its own: the type is said.
  fileprivate var qualified: SwiftExpression {
    switch expression {
    case .text(".none"): .text(SwiftTypeName.of(Self.self) + ".none")
    case .call(".init", let arguments): .call(SwiftTypeName.of(Self.self), arguments)
    case let other: other
    }
  }
}

/// Names of types.
enum SwiftTypeName {
  /// The type without its module.
  static func of<Value>(_ type: Value.Type) -> String {
    String(String(reflecting: type).drop { $0 != "." }.dropFirst())
  }
}

extension String: SwiftValue {
  var expression: SwiftExpression { .text(SwiftLiteral.string(self)) }
}

extension Bool: SwiftValue {
  var expression: SwiftExpression { .text(self ? "true" : "false") }
}

extension Duration: SwiftValue {
  var expression: SwiftExpression {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return .text(seconds == 0 ? ".zero" : ".seconds(\(seconds))") }
    return .text(".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))")
  }
}

extension Optional: SwiftValue where Wrapped: SwiftValue {
  var expression: SwiftExpression { self?.qualified ?? .text("nil") }
}

extension Array: SwiftValue where Element: SwiftValue {
  var expression: SwiftExpression { .list(map(\.expression)) }
}

extension Dictionary: SwiftValue where Key == String, Value: SwiftValue {
  var expression: SwiftExpression {
    let members = sorted { $0.key < $1.key }
    return .dictionary(members.map { .init(label: SwiftLiteral.string($0.key), value: $0.value.expression) })
  }
}

// MARK: Phrases

extension GrammarText {
  var expression: SwiftExpression { .text(SwiftLiteral.string(text)) }
}

extension TextTemplate: SwiftValue {}
extension FieldPath: SwiftValue {}
extension Predicate: SwiftValue {}
extension Selector: SwiftValue {}
extension DerivedValue: SwiftValue {}
extension ClaimCheck: SwiftValue {}

// MARK: Items

/// An element of a list, written as a call of its initializer with what differs from the defaults.
protocol StatedItem: RuleItem, SwiftValue {
  /// All stored properties, in the order of the initializer's arguments.
  static var properties: [ItemProperty<Self>] { get }
}

extension StatedItem {
  var expression: SwiftExpression {
    let standard = Self.standard
    let arguments = Self.properties.enumerated().compactMap { index, property -> SwiftExpression.Argument? in
      if index < Self.positionalCount { return .init(label: "", value: property.expression(self)) }
      if property.isEqual(self, standard) { return nil }
      return .init(label: property.name, value: property.expression(self))
    }
    return .call(".init", arguments)
  }
}

/// A property of an item.
struct ItemProperty<Item: StatedItem>: Sendable {
  let name: String
  fileprivate let expression: @Sendable (Item) -> SwiftExpression
  fileprivate let isEqual: @Sendable (Item, Item) -> Bool

  init(_ name: String, _ value: @escaping @Sendable (Item) -> some SwiftValue) {
    self.name = name
    expression = { value($0).expression }
    isEqual = { value($0) == value($1) }
  }
}
