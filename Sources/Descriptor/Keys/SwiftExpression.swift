/// A Swift expression. The generator formats it.
package indirect enum SwiftExpression: Sendable, Equatable {
  package struct Argument: Sendable, Equatable {
    /// The label of an argument, empty if it has none, or the key of a dictionary.
    package var label: String
    package var value: SwiftExpression

    package init(label: String, value: SwiftExpression) {
      self.label = label
      self.value = value
    }
  }

  /// Swift code, such as `.json` or `nil`.
  case text(String)
  /// A string literal with this value.
  case string(String)
  case list([SwiftExpression])
  case dictionary([Argument])
  case call(String, [Argument])
}

/// A statement that changes a configuration, such as `it.token.encoding = .json`.
package struct SwiftAssignment: Sendable, Equatable {
  package var path: String
  package var value: SwiftExpression
}

extension SwiftExpression {
  /// Creates a case with unlabeled values.
  static func choice(_ name: String, _ values: any DescribedValue...) -> SwiftExpression {
    .call(name, values.map { Argument(label: "", value: $0.expression) })
  }

  /// Returns the expression for an `Optional`. There, `.none` and `.init` have another meaning.
  func qualified<Value>(by type: Value.Type) -> SwiftExpression {
    switch self {
    case .text(".none"): .text(Self.name(of: type) + ".none")
    case .call(".init", let arguments): .call(Self.name(of: type), arguments)
    default: self
    }
  }

  /// The name of the type without its module.
  static func name<Value>(of type: Value.Type) -> String {
    String(String(reflecting: type).drop { $0 != "." }.dropFirst())
  }
}
