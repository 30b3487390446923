/// A key of the language: its name, the property that it sets, its shape, and its documentation.
///
/// The descriptor check, the reader, the JSON Schema, the reference, and the generated Swift code are derived from it.
///
/// A row creates its key path only on demand. Each key path needs its own class at run time, and a descriptor uses only a few of
/// the keys.
struct Row<Group: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable
  typealias Reader = @Sendable (LocatedNode, inout Group) -> Void

  /// The key. A row can also have several keys or no key.
  let keys: [Key]
  /// Reads the group's node.
  let read: Reader
  /// The stored properties of the group that the keys set.
  let properties: [Property<Group>]
}

extension Row {
  /// Creates a row for a key and its property.
  ///
  /// - Parameters:
  ///   - shape: The shape, if it isn't the shape of the property's type.
  ///   - other: A key next to this one. If it's present, this one isn't required.
  ///   - formerName: The key's name in an earlier version.
  ///   - value: Reads the key's node, if the property's type can't. If it returns `nil`, the property is unchanged.
  init<Value: DescribedValue>(
    _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path<Value>, _ shape: Shape? = nil,
    required: Bool = false,
    requiredUnless other: String? = nil, doc: String = "", formerly formerName: String? = nil, uses: [StringUse] = [],
    as value: (@Sendable (LocatedNode) -> Value?)? = nil
  ) {
    keys = [
      Key(
        name, shape ?? Value.shape, required: required, requiredUnless: other, doc: doc, formerly: formerName,
        uses: uses)
    ]
    properties = [Property(path)]
    read = { node, group in
      guard let node = node[name] else { return }
      let path = path()
      let stated = value.map { $0(node) } ?? Value.read(node, over: group[keyPath: path])
      if let stated { group[keyPath: path] = stated }
    }
  }

  /// Creates a row for a group that the value `none` turns off.
  init<Value: DescribedValue>(
    _ name: String, orNone path: @autoclosure @escaping @Sendable () -> Path<Value?>, doc: String
  ) {
    self.init(name, path(), .either([.enumeration(["none"]), Value.shape]), doc: doc) { node in
      node.text == "none" ? .some(nil) : Value.read(node, over: nil)
    }
  }

  /// Creates a row for a key without a property of the group.
  ///
  /// - Parameter read: Reads the key's node, unless other code does.
  init(
    _ name: String, _ shape: Shape, required: Bool = false, requiredUnless other: String? = nil, doc: String = "",
    uses: [StringUse] = [], read: @escaping Reader = { _, _ in }
  ) {
    keys = [Key(name, shape, required: required, requiredUnless: other, doc: doc, uses: uses)]
    properties = []
    self.read = { node, group in if let node = node[name] { read(node, &group) } }
  }

  /// Creates a row for a map. The map's keys set properties of the same group.
  init(
    _ name: String, doc: String, orNone: Bool = false, @RowBuilder<Group> record rows: () -> [Row]
  ) {
    let rows = rows()
    let inner = rows.flatMap(\.keys)
    let record = Shape.record(inner)
    keys = [Key(name, orNone ? .either([.enumeration(["none"]), record]) : record, doc: doc)]
    properties = rows.flatMap(\.properties)
    read = { node, group in if let node = node[name] { for row in rows { row.read(node, &group) } } }
  }

  /// Creates a row for keys on the same level that set properties of a nested group.
  init<Inner: Described>(inline path: @autoclosure @escaping @Sendable () -> Path<Inner>) {
    keys = Inner.table.keys
    properties = [Property(path)]
    read = { node, group in Inner.table.read(node, into: &group[keyPath: path()]) }
  }

  /// Creates a row for a property that other code sets.
  init<Value: DescribedValue>(_ path: @autoclosure @escaping @Sendable () -> Path<Value>) {
    keys = []
    properties = [Property(path)]
    read = { _, _ in }
  }

  /// Creates a row that reads a value that several keys determine together.
  init(reading read: @escaping Reader) {
    keys = []
    properties = []
    self.read = read
  }

  /// The same row, with keys that are only for people and tools.
  var informational: Row { Row(keys: keys.map(\.informational), read: read, properties: properties) }

  /// Returns the same row for a group that contains this one.
  func lifted<Outer>(to path: any WritableKeyPath<Outer, Group> & Sendable) -> Row<Outer> {
    Row<Outer>(keys: keys, read: { [read] node, outer in read(node, &outer[keyPath: path]) }, properties: [])
  }
}

/// Collects rows, one per line.
@resultBuilder
enum RowBuilder<Group: Sendable> {
  static func buildExpression(_ row: Row<Group>) -> [Row<Group>] { [row] }
  static func buildExpression(_ rows: [Row<Group>]) -> [Row<Group>] { rows }
  static func buildBlock(_ rows: [Row<Group>]...) -> [Row<Group>] { rows.flatMap(\.self) }
}
