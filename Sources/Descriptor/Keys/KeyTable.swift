/// The rows of a group, in the order of the language reference.
struct KeyTable<Group: Sendable>: Sendable {
  let rows: [Row<Group>]
  let keys: [Key]
  private let named: OnDemand<[Property<Group>]>

  /// All stored properties of a group that generated code sets, in the order of their declaration.
  var properties: [Property<Group>] { named.value }

  /// Creates the table of a group that generated code doesn't set.
  init(@RowBuilder<Group> _ rows: () -> [Row<Group>]) {
    self.rows = rows()
    keys = self.rows.flatMap(\.keys)
    named = OnDemand { [] }
  }

  /// Creates the table of a group with a row for each stored property.
  init(@RowBuilder<Group> _ rows: () -> [Row<Group>]) where Group: ConfigurationPart {
    let rows = rows()
    self.rows = rows
    keys = rows.flatMap(\.keys)
    named = OnDemand { Self.named(rows.flatMap(\.properties)) }
  }

  /// Creates rows for use in several tables.
  static func list(@RowBuilder<Group> _ rows: () -> [Row<Group>]) -> [Row<Group>] { rows() }

  func read(_ node: LocatedNode, into group: inout Group) {
    for row in rows { row.read(node, &group) }
  }

  /// Reflection determines the names of the properties once for each type, and only if a value differs from the default. Doing
  /// it for each value took a quarter of a run.
  private static func named(_ properties: [Property<Group>]) -> [Property<Group>] where Group: ConfigurationPart {
    let children = Array(Mirror(reflecting: Group.standard).children)
    // The order of stored properties in memory is the order of their declaration. Properties of size 0 aren't in
    // memory, so they're matched by type.
    let places = properties.filter { $0.size > 0 }.map { (property: $0, offset: $0.offset()) }
    var stored = places.sorted { $0.offset > $1.offset }.map(\.property)
    var empty = properties.filter { $0.size == 0 }
    let isUnique = Set(places.map(\.offset)).count == places.count
    let named = children.compactMap { child -> Property<Group>? in
      let index = empty.firstIndex { $0.type == type(of: child.value) }
      guard var property = index.map({ empty.remove(at: $0) }) ?? stored.popLast() else { return nil }
      property.name = child.label ?? ""
      return property.type == type(of: child.value) ? property : nil
    }
    precondition(
      isUnique && named.count == properties.count && named.count == children.count,
      "each stored property of \(Group.self) needs one row; found \(named.map(\.name))")
    return named
  }
}

/// A value with its own keys.
protocol Described: DescribedValue {
  /// The value if a descriptor has none of the keys.
  static var standard: Self { get }
  static var table: KeyTable<Self> { get }
}

extension Described {
  static var shape: Shape { .record(table.keys) }

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var value = standard ?? Self.standard
    table.read(node, into: &value)
    return value
  }

  /// Creates a default value. Its properties are assigned afterward.
  var expression: SwiftExpression { .call(".init", []) }
}

/// A value with its own keys, in a map with names that the author chooses.
protocol DescribedByName: Described {
  var name: String { get set }
}

extension DescribedByName {
  static var shapeOfList: Shape { .dictionary(shape) }

  static func read(_ entry: LocatedNode.Entry) -> Self? {
    var value = standard
    value.name = entry.key
    table.read(entry.value, into: &value)
    return value
  }

  static func readList(_ node: LocatedNode) -> [Self]? { node.entries?.compactMap(read) }
}
