/// A value of a tree whose shape is valid, with its place in the tree.
struct ShapedValue {
  let node: LocatedNode
  let shape: Shape
  /// The keys of the maps around it. A list isn't a part of the path.
  let path: [String]
  /// The location of its key. An item of a list has no key, so this is the location of the item.
  let location: SourceLocation
  /// The uses of its key's strings. Empty for an item of a list and for a value of a map whose keys the author chooses.
  let uses: [StringUse]
}

extension Shape {
  /// Calls a function for a value of this shape, and then for each value in it.
  func visit(_ node: LocatedNode, _ body: (ShapedValue) -> Void) {
    var path: [String] = []
    visit(node, &path, at: node.location, [], body)
  }

  private func visit(
    _ node: LocatedNode, _ path: inout [String], at location: SourceLocation, _ uses: [StringUse],
    _ body: (ShapedValue) -> Void
  ) {
    if case .either(let shapes) = self {
      shapes.first { $0.fits(node) }?.visit(node, &path, at: location, uses, body)
      return
    }
    body(ShapedValue(node: node, shape: self, path: path, location: location, uses: uses))
    switch (self, node.value) {
    case (.list(let element), .list(let items)):
      for item in items { element.visit(item, &path, at: item.location, [], body) }
    case (.dictionary(let element), .map(let entries)):
      for entry in entries {
        path.append(entry.key)
        element.visit(entry.value, &path, at: entry.location, [], body)
        path.removeLast()
      }
    case (.record(let keys), .map(let entries)), (.metadata(let keys), .map(let entries)):
      let keys = keys.all
      for entry in entries {
        guard let index = keys.firstIndex(named: entry.key) else { continue }
        path.append(entry.key)
        keys[index].shape.visit(entry.value, &path, at: entry.location, keys[index].uses, body)
        path.removeLast()
      }
    default: break
    }
  }
}
