/// Merges a descriptor with the one that it extends. Maps are merged key by key, and other values replace the inherited
/// ones.
///
/// Every node keeps its location, so a finding about a merged value refers to the file that contains it.
enum DescriptorMerge {
  /// Merges two maps.
  ///
  /// - Parameter path: The keys that lead to the maps.
  static func merge(_ child: LocatedNode, over parent: LocatedNode, at path: [String] = []) -> LocatedNode {
    guard let own = child.entries, let inherited = parent.entries else { return child }
    let merged = own.map { entry in
      var entry = entry
      if let parent = parent[entry.key], !isWhole(entry.key, at: path) {
        entry.value = merge(entry.value, over: parent, at: path + [entry.key])
      }
      return entry
    }
    // The descriptor's own keys come first, because their order determines the order of the generated parameters.
    let rest = inherited.filter { child[$0.key] == nil }
    return LocatedNode(value: .map(merged + rest), location: child.location)
  }

  /// Returns the part of a file that others inherit: everything except the keys that describe the file itself.
  static func inheritable(_ parent: LocatedNode) -> LocatedNode {
    let kept = parent.without(ownKeys).entries?.map { entry in
      var entry = entry
      if entry.key == "docs" { entry.value = entry.value.without(ownDocs) }
      return entry
    }
    return LocatedNode(value: .map(kept ?? []), location: parent.location)
  }

  /// Whether the value of a key is replaced and not merged, because its keys belong together: a parameter that requests
  /// a refresh token replaces a scope that does, and an assumption has no date.
  private static func isWhole(_ key: String, at path: [String]) -> Bool {
    path.isEmpty ? key == "offline" : path == ["provenance", "facts"]
  }

  static let ownKeys: Set<String> = ["schema", "id", "name", "abstract", "extends", "swift", "provenance"]

  /// Keys of `docs` that describe the file itself.
  private static let ownDocs: Set<String> = ["tutorial", "client"]
}
