/// An environment's keys laid over its provider: a descriptor of its own, as far as rules and configuration go.
struct EnvironmentOverlay: Sendable {
  /// What the descriptor says about the environment.
  let entry: LocatedNode.Entry
  /// The whole descriptor as it is there, before `omit` was applied.
  let declared: LocatedNode
  /// The same afterwards.
  let tree: LocatedNode
  /// What is wrong with its `omit`.
  let findings: [Diagnostic]
  /// Where the environment's own keys stand.
  let places: Set<SourceLocation>

  var name: String { entry.key }

  /// - Parameter complete: Lays the merged keys over a discovery document, if they name one.
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
  /// Where everything in it stands.
  fileprivate var places: Set<SourceLocation> {
    let inside: [LocatedNode] = list ?? entries?.map(\.value) ?? []
    let keys = entries?.map(\.location) ?? []
    return inside.reduce(Set(keys).union([location])) { $0.union($1.places) }
  }
}
