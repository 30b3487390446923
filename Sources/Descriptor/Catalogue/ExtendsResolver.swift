/// Follows `extends` up to the root family and merges the files on the way.
struct ExtendsResolver: Sendable {
  /// The family that extends nothing.
  static let rootFamily = "oauth2"

  let sources: DescriptorSources

  func resolve(_ source: DescriptorSources.Source) throws(DiagnosticsError) -> LocatedNode {
    var files = [source]
    var merged = source.tree
    while let parent = try parent(of: files[files.count - 1]) {
      try check(parent, isNewIn: files)
      merged = DescriptorMerge.merge(merged, over: DescriptorMerge.inheritable(parent.tree))
      files.append(parent)
    }
    return merged
  }

  private func parent(of file: DescriptorSources.Source) throws(DiagnosticsError) -> DescriptorSources.Source? {
    if let extends = file.tree["extends"] {
      return try sources.source(extends.text ?? "", near: file, at: extends.location)
    }
    if file.id == Self.rootFamily { return nil }
    let hasIssuer = file.tree["server"]?["issuer"] != nil
    return try sources.source(hasIssuer ? "oidc" : Self.rootFamily, near: file, at: file.tree.location)
  }

  private func check(_ parent: DescriptorSources.Source, isNewIn files: [DescriptorSources.Source])
    throws(DiagnosticsError)
  {
    guard files.contains(where: { $0.name == parent.name }), let last = files.last else { return }
    let chain = (files.map(\.id) + [parent.id]).joined(separator: " → ")
    let location = last.tree["extends"]?.location ?? last.tree.location
    throw DiagnosticsError([Diagnostic(.extendsCycle, "'extends' goes round in a circle: \(chain)", at: location)])
  }
}
