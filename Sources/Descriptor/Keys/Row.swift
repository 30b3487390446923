/// A key of the language: its name, the property that it fills, its shape and its doc.
///
/// The descriptor check, the reader, the JSON Schema, the reference and the generated Swift code are derived from it.
struct Row<Group: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable
  typealias Reader = @Sendable (LocatedNode, inout Group) -> Void

  /// The key. A row can also have several keys, or none.
  let keys: [Key]
  /// Reads the group's node.
  let read: Reader
  /// The stored properties of the group that the keys fill.
  let properties: [Property<Group>]
}

extension Row {
  /// A key and its property.
  ///
  /// - Parameters:
  ///   - shape: The shape, if it isn't that of the property's type.
  ///   - formerName: The key's name in an earlier version.
  ///   - value: Reads the key's node, if the property's type can't. `nil` leaves the property as it is.
  init<Value: DescribedValue>(
    _ name: String, _ path: Path<Value>, _ shape: Shape? = nil, required: Bool = false, doc: String = "",
    formerly formerName: String? = nil, uses: [StringUse] = [],
    as value: (@Sendable (LocatedNode) -> Value?)? = nil
  ) {
    keys = [Key(name, shape ?? Value.shape, required: required, doc: doc, formerly: formerName, uses: uses)]
    properties = [Property(path)]
    read = { node, group in
      guard let node = node[name] else { return }
      let stated = value.map { $0(node) } ?? Value.read(node, over: group[keyPath: path])
      if let stated { group[keyPath: path] = stated }
    }
  }

  /// A key for a group that the word `none` switches off.
  init<Value: DescribedValue>(_ name: String, orNone path: Path<Value?>, doc: String) {
    self.init(name, path, .either([.word(["none"]), Value.shape]), doc: doc) { node in
      node.text == "none" ? .some(nil) : Value.read(node, over: nil)
    }
  }

  /// A key without a property of the group.
  ///
  /// - Parameter read: Reads the key's node, unless other code does.
  init(
    _ name: String, _ shape: Shape, required: Bool = false, doc: String = "", uses: [StringUse] = [],
    read: @escaping Reader = { _, _ in }
  ) {
    keys = [Key(name, shape, required: required, doc: doc, uses: uses)]
    properties = []
    self.read = { node, group in if let node = node[name] { read(node, &group) } }
  }

  /// A key for a map. The map's keys fill properties of the same group.
  init(
    _ name: String, doc: String, orNone: Bool = false, @RowBuilder<Group> record rows: () -> [Row]
  ) {
    let rows = rows()
    let record = Shape.record(rows.flatMap(\.keys))
    keys = [Key(name, orNone ? .either([.word(["none"]), record]) : record, doc: doc)]
    properties = rows.flatMap(\.properties)
    read = { node, group in if let node = node[name] { for row in rows { row.read(node, &group) } } }
  }

  /// Keys on the same level that fill a group inside of this one.
  init<Inner: Described>(inline path: Path<Inner>) {
    keys = Inner.table.keys
    properties = [Property(path)]
    read = { node, group in Inner.table.read(node, into: &group[keyPath: path]) }
  }

  /// A property that other code fills.
  init<Value: DescribedValue>(_ path: Path<Value>) {
    keys = []
    properties = [Property(path)]
    read = { _, _ in }
  }

  /// Reads a value that several keys determine together.
  init(reading read: @escaping Reader) {
    keys = []
    properties = []
    self.read = read
  }

  /// The same key for a group that contains this one.
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
