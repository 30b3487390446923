/// An environment's keys merged with its provider. For rules and configuration, this is a separate descriptor.
struct EnvironmentOverlay: Sendable {
  /// The environment's entry in the descriptor.
  let entry: LocatedNode.Entry
  /// The whole descriptor in this environment, before `omit` is applied.
  let declared: LocatedNode
  /// The whole descriptor in this environment, after `omit` is applied.
  let tree: LocatedNode
  /// The findings about its `omit`.
  let findings: [Diagnostic]
  /// The locations of the environment's own keys.
  let places: Set<SourceLocation>

  var name: String { entry.key }

  /// - Parameter complete: Merges the keys with a discovery document, if there is one.
  init(
    _ entry: LocatedNode.Entry, over provider: LocatedNode,
    completed complete: (LocatedNode) throws(DiagnosticsError) -> LocatedNode
  ) throws(DiagnosticsError) {
    self.entry = entry
    let merged = DescriptorMerge.merge(
      entry.value.without(Set(ProviderDescriptor.keysOfEnvironments.map(\.name))),
      over: provider.without(["environments", "variants"]))
    declared = try complete(merged)
    (tree, findings) = ParameterOmission.apply(to: declared)
    places = entry.value.places.union([entry.location])
  }
}

extension LocatedNode {
  /// The locations of the node and everything in it.
  fileprivate var places: Set<SourceLocation> {
    let inside: [LocatedNode] = list ?? entries?.map(\.value) ?? []
    let keys = entries?.map(\.location) ?? []
    return inside.reduce(Set(keys).union([location])) { $0.union($1.places) }
  }
}
