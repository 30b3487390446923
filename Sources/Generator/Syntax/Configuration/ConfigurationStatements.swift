import AuthConfiguration

/// Writes a configuration as statements that change a standard one, such as `it.token.encoding = .json`.
struct ConfigurationStatements {
  private(set) var lines: [String] = []
  private let indentation: Int

  /// - Parameters:
  ///   - configuration: What to state.
  ///   - standard: What holds without a statement.
  ///   - root: Name of the value that is changed.
  init(
    _ configuration: ProviderConfiguration, from standard: ProviderConfiguration, root: String, indentation: Int
  ) {
    self.indentation = indentation
    state(configuration, from: standard, path: root)
  }

  /// Most groups are what the standards say; the rest is looked at property by property.
  mutating func state<Group: StatedGroup>(_ group: Group, from standard: Group, path: String) {
    guard group != standard else { return }
    for property in Group.properties { property.state(group, standard, path + "." + property.name, &self) }
  }

  mutating func state<Group: StatedGroup & RuleGroup>(_ group: Group?, from standard: Group?, path: String) {
    switch (group, standard) {
    case (let group?, let standard?): state(group, from: standard, path: path + "?")
    case (let group?, nil):
      assign(.call(SwiftTypeName.of(Group.self), []), to: path)
      state(group, from: Group(), path: path + "?")
    case (nil, _?): assign(.text("nil"), to: path)
    case (nil, nil): break
    }
  }

  mutating func assign(_ expression: SwiftExpression, to path: String) {
    let start = path + " = "
    lines.append(start + expression.laidOut(column: indentation + start.count, indentation: indentation))
  }
}

/// A part of a configuration that is stated property by property.
///
/// The properties are listed, not looked up by reflection, which took a quarter of a run. A test compares the lists with
/// the types.
protocol StatedGroup: Sendable, Hashable {
  /// All stored properties, in their order.
  static var properties: [GroupProperty<Self>] { get }
}

/// A property of a group, and how it is stated.
struct GroupProperty<Group: StatedGroup>: Sendable {
  typealias Statement = @Sendable (Group, _ standard: Group, _ path: String, inout ConfigurationStatements) -> Void

  let name: String
  fileprivate let state: Statement

  /// A property that is stated as a whole.
  init(_ name: String, _ value: @escaping @Sendable (Group) -> some SwiftValue) {
    self.name = name
    state = { group, standard, path, statements in
      let stated = value(group)
      if stated != value(standard) { statements.assign(stated.expression, to: path) }
    }
  }

  /// A property that is a group itself.
  init(_ name: String, group inner: @escaping @Sendable (Group) -> some StatedGroup) {
    self.name = name
    state = { group, standard, path, statements in
      statements.state(inner(group), from: inner(standard), path: path)
    }
  }

  /// A property that is a group where there is one.
  init<Inner: StatedGroup & RuleGroup>(_ name: String, optional inner: @escaping @Sendable (Group) -> Inner?) {
    self.name = name
    state = { group, standard, path, statements in
      statements.state(inner(group), from: inner(standard), path: path)
    }
  }
}
