/// A list of scalars in a descriptor, such as `client.types`. Its order may matter, but a repeated item never does.
struct ScalarList: Sendable {
  let path: [String]
  let items: [LocatedNode]

  /// Finds the lists in a tree whose shape is valid.
  static func all(in node: LocatedNode) -> [ScalarList] {
    var found: [ScalarList] = []
    DescriptorKeys.client.visit(node) { value in
      guard case .list = value.shape, let items = value.node.list, items.allSatisfy({ $0.text != nil }) else { return }
      found.append(ScalarList(path: value.path, items: items))
    }
    return found
  }
}
