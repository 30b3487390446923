/// Lays a descriptor over the one that it extends. Maps merge key by key, everything else replaces.
///
/// Every node keeps the place where it stood, so a finding about a merged value names the file that says it.
enum DescriptorMerge {
  /// - Parameter whole: Keys of these two maps, not of what they hold, whose values replace.
  static func merge(
    _ child: LocatedNode, over parent: LocatedNode, replacing whole: Set<String> = wholeKeys
  ) -> LocatedNode {
    guard let own = child.entries, let inherited = parent.entries else { return child }
    let merged = own.map { entry in
      var entry = entry
      if let parent = parent[entry.key], !whole.contains(entry.key) {
        entry.value = merge(entry.value, over: parent, replacing: [])
      }
      return entry
    }
    // The descriptor's own keys come first: their order is the order of the generated parameters.
    let rest = inherited.filter { child[$0.key] == nil }
    return LocatedNode(value: .map(merged + rest), location: child.location)
  }

  /// What a file passes on: everything but the keys that speak of the file itself.
  static func inheritable(_ parent: LocatedNode) -> LocatedNode {
    let kept = parent.without(ownKeys).entries?.map { entry in
      var entry = entry
      if entry.key == "docs" { entry.value = entry.value.without(ownDocs) }
      return entry
    }
    return LocatedNode(value: .map(kept ?? []), location: parent.location)
  }

  /// Alternatives: a parameter that asks for a refresh token stands in the place of a scope that does.
  static let wholeKeys: Set<String> = ["offline"]

  static let ownKeys: Set<String> = ["schema", "id", "name", "abstract", "extends", "swift", "provenance"]

  /// Keys of `docs` that speak of the file itself.
  private static let ownDocs: Set<String> = ["tutorial"]
}
