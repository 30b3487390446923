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
  static func all(in node: LocatedNode) -> [UsedValue] {
    var found: [UsedValue] = []
    DescriptorKeys.client.visit(node) { value in
      if !value.uses.isEmpty { found.append(UsedValue(path: value.path, node: value.node, uses: value.uses)) }
    }
    return found
  }
}
