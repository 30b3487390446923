/// Drops the parameters that a family lists and this provider does not know (`authorize.omit`).
enum ParameterOmission {
  static func apply(to tree: LocatedNode) -> (tree: LocatedNode, findings: [Diagnostic]) {
    let names = tree["authorize"]?["omit"]?.list ?? []
    let known = tree["authorize"]?["parameters"]?.entries?.map(\.key) ?? []
    let findings = names.compactMap { name in unknown(name, among: known) }
    let dropped = Set(names.compactMap(\.text))
    let pruned = tree.replacing(["authorize", "parameters"]) { node in
      LocatedNode(value: .map(node.entries?.filter { !dropped.contains($0.key) } ?? []), location: node.location)
    }
    return (pruned, findings)
  }

  private static func unknown(_ name: LocatedNode, among known: [String]) -> Diagnostic? {
    guard let text = name.text, !known.contains(text) else { return nil }
    let suggestion = NearestWord.suggestion(for: text, among: known)
    return Diagnostic(.unknownParameter, "no family lists a parameter '\(text)'\(suggestion)", at: name.location)
  }
}

extension LocatedNode {
  /// The same tree with one node changed; the tree itself if there is no such node.
  fileprivate func replacing(_ path: [String], with change: (LocatedNode) -> LocatedNode) -> LocatedNode {
    guard let key = path.first else { return change(self) }
    guard let entries else { return self }
    let changed = entries.map { entry in
      var entry = entry
      if entry.key == key { entry.value = entry.value.replacing(Array(path.dropFirst()), with: change) }
      return entry
    }
    return LocatedNode(value: .map(changed), location: location)
  }
}
