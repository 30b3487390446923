/// The value of a key whose strings have a use.
struct UsedValue: Sendable {
  let path: [String]
  let node: LocatedNode
  let uses: [StringUse]

  /// The value itself, the items of a list, or the values of a map.
  var strings: [(path: [String], node: LocatedNode)] {
    if let items = node.list { return items.map { (path, $0) } }
    return node.entries?.map { (path + [$0.key], $0.value) } ?? [(path, node)]
  }

  /// Finds the values in a tree whose shape is valid.
  static func all(in node: LocatedNode, _ shape: Shape = DescriptorKeys.client, path: [String] = []) -> [UsedValue] {
    switch (shape, node.value) {
    case (.either(let shapes), _):
      shapes.first { $0.fits(node) }.map { all(in: node, $0, path: path) } ?? []
    case (.record(let keys), .map(let entries)), (.metadata(let keys), .map(let entries)):
      entries.flatMap { entry in
        keys[entry.key].map { values(of: $0, entry.value, path + [entry.key]) } ?? []
      }
    case (.dictionary(let element), .map(let entries)):
      entries.flatMap { all(in: $0.value, element, path: path + [$0.key]) }
    case (.list(let element), .list(let items)):
      items.flatMap { all(in: $0, element, path: path) }
    default: []
    }
  }

  private static func values(of key: Key, _ node: LocatedNode, _ path: [String]) -> [UsedValue] {
    (key.uses.isEmpty ? [] : [UsedValue(path: path, node: node, uses: key.uses)]) + all(in: node, key.shape, path: path)
  }
}
