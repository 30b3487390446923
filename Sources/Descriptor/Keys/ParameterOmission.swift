/// Removes the parameters and scopes of a family that this provider doesn't support.
enum ParameterOmission {
  static func apply(to tree: LocatedNode) -> (tree: LocatedNode, findings: [Diagnostic]) {
    let parameters = drop(["authorize", "parameters"], from: tree, named: "a parameter", except: ofTheProtocol)
    let scopes = drop(["scopes", "values"], from: parameters.tree, named: "a scope", except: [])
    return (scopes.tree, parameters.findings + scopes.findings)
  }

  /// Removes the entries of a map that are listed in the `omit` next to it.
  private static func drop(
    _ path: [String], from tree: LocatedNode, named kind: String, except others: Set<String>
  ) -> (tree: LocatedNode, findings: [Diagnostic]) {
    let names = tree[Array(path.dropLast())]?["omit"]?.list ?? []
    let known = tree[path]?.entries?.map(\.key) ?? []
    let findings = names.compactMap { name in unknown(name, kind, among: known, except: others) }
    let dropped = Set(names.compactMap(\.text))
    let pruned = tree.replacing(path) { node in
      LocatedNode(value: .map(node.entries?.filter { !dropped.contains($0.key) } ?? []), location: node.location)
    }
    return (pruned, findings)
  }

  /// The standard parameters that a request may omit.
  static let ofTheProtocol: Set<String> = ["response_type", "redirect_uri", "scope"]

  private static func unknown(
    _ name: LocatedNode, _ kind: String, among known: [String], except others: Set<String>
  ) -> Diagnostic? {
    guard let text = name.text, !known.contains(text), !others.contains(text) else { return nil }
    let suggestion = SpellingSuggestion.suggestion(for: text, among: known)
    return Diagnostic(
      .names.unknownParameter, "'omit' contains '\(text)', which isn't \(kind) of a family\(suggestion)",
      at: name.location)
  }
}

extension LocatedNode {
  /// Returns the tree with one node changed, or the tree itself if that node doesn't exist.
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
