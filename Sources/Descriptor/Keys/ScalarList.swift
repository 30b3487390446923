/// A list of scalars in a descriptor, such as `client.types`. Its order may matter, but a repeated item never does.
struct ScalarList: Sendable {
  let path: [String]
  let items: [LocatedNode]

  /// Finds the lists in a tree whose shape is valid.
  static func all(in node: LocatedNode, _ shape: Shape = DescriptorKeys.client, path: [String] = []) -> [ScalarList] {
    switch (shape, node.value) {
    case (.either(let shapes), _):
      shapes.first { $0.fits(node) }.map { all(in: node, $0, path: path) } ?? []
    case (.record(let keys), .map(let entries)), (.metadata(let keys), .map(let entries)):
      entries.flatMap { entry in
        keys[entry.key].map { all(in: entry.value, $0.shape, path: path + [entry.key]) } ?? []
      }
    case (.dictionary(let element), .map(let entries)):
      entries.flatMap { all(in: $0.value, element, path: path + [$0.key]) }
    case (.list, .list(let items)) where items.allSatisfy { $0.text != nil }:
      [ScalarList(path: path, items: items)]
    case (.list(let element), .list(let items)):
      items.flatMap { all(in: $0, element, path: path) }
    default: []
    }
  }
}
