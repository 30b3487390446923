import AuthConfiguration

/// A part of a configuration. Generated code sets each property that differs from the default.
protocol ConfigurationPart: Described {}

extension ConfigurationPart where Self: RuleGroup {
  static var standard: Self { Self() }
}

extension ConfigurationPart {
  func assignments(from standard: Self, to path: String) -> [SwiftAssignment] {
    // Most groups and properties have the default values.
    if self == standard { return [] }
    return Self.table.properties.flatMap { property in
      property.isEqual(self, standard) ? [] : property.assignments(self, standard, "\(path).\(property.name)")
    }
  }

  static func assignments(of value: Self?, from standard: Self?, to path: String) -> [SwiftAssignment] {
    guard let value else { return standard == nil ? [] : [SwiftAssignment(path: path, value: .text("nil"))] }
    if let standard { return value.assignments(from: standard, to: path + "?") }
    return [SwiftAssignment(path: path, value: value.expression.qualified(by: Self.self))]
      + value.assignments(from: Self.standard, to: path + "?")
  }
}

/// A part of a configuration that generated code creates with its initializer, passing only the arguments that differ
/// from the defaults.
protocol ConfigurationItem: ConfigurationPart, RuleItem {}

extension ConfigurationItem {
  var expression: SwiftExpression {
    let standard = Self.standard
    let arguments = Self.table.properties.enumerated().compactMap { index, property -> SwiftExpression.Argument? in
      let isPositional = index < Self.positionalCount
      if !isPositional, property.isEqual(self, standard) { return nil }
      return .init(label: isPositional ? "" : property.name, value: property.expression(self))
    }
    return .call(".init", arguments)
  }

  func assignments(from standard: Self, to path: String) -> [SwiftAssignment] {
    self == standard ? [] : [SwiftAssignment(path: path, value: expression)]
  }

  static func assignments(of value: Self?, from standard: Self?, to path: String) -> [SwiftAssignment] {
    value == standard ? [] : [SwiftAssignment(path: path, value: value.expression)]
  }
}

extension ProviderConfiguration {
  /// The assignments that turn a default configuration into this one.
  ///
  /// - Parameter root: The name of the value to change.
  package func assignments(from standard: ProviderConfiguration, root: String) -> [SwiftAssignment] {
    assignments(from: standard, to: root)
  }
}

/// A stored property, as generated code sets it.
struct Property<Group: Sendable>: Sendable {
  /// The type of its values.
  let type: any DescribedValue.Type
  /// Returns the property's offset in the group, or -1 if the property is computed.
  let offset: @Sendable () -> Int
  let size: Int
  /// Its name in Swift, which ``KeyTable`` finds.
  var name = ""
  let isEqual: @Sendable (Group, Group) -> Bool
  let expression: @Sendable (Group) -> SwiftExpression
  let assignments: @Sendable (Group, _ standard: Group, _ path: String) -> [SwiftAssignment]

  init<Value: DescribedValue>(_ path: @escaping @Sendable () -> Row<Group>.Path<Value>) {
    type = Value.self
    offset = { MemoryLayout<Group>.offset(of: path()) ?? -1 }
    size = MemoryLayout<Value>.size
    isEqual = { $0[keyPath: path()] == $1[keyPath: path()] }
    expression = { $0[keyPath: path()].expression }
    assignments = { $0[keyPath: path()].assignments(from: $1[keyPath: path()], to: $2) }
  }
}
