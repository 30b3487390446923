/// Follows `extends` up to the root family and merges all files in the chain.
struct ExtendsResolver: Sendable {
  /// The family that doesn't extend another one.
  static let rootFamily = "oauth2"

  /// The maximum number of files in a chain. It also stops cycles that aren't detected, such as those through symbolic
  /// links.
  static let depthLimit = 16

  let sources: DescriptorSources

  /// A file with everything that it extends.
  struct Resolved {
    var tree: LocatedNode
    /// The provenance of each file, by file name.
    var provenance: [String: LocatedNode]
  }

  /// - Parameter findings: The list to which the errors of the extended files are added.
  func resolve(
    _ source: DescriptorSources.Source, findings: inout [Diagnostic]
  ) throws(DiagnosticsError) -> Resolved {
    var files = [source]
    var merged = source.tree
    while let parent = try parent(of: files[files.count - 1]) {
      try check(parent, isNewIn: files)
      findings += parent.findings.filter { $0.severity == .error }
      merged = DescriptorMerge.merge(merged, over: DescriptorMerge.inheritable(parent.tree))
      if files.count == 1 { merged = merged.adding(AppDescriptor.inheritable(parent.tree, by: source)) }
      files.append(parent)
    }
    let provenance = files.map { ($0.name, $0.tree["provenance"]) }
    return Resolved(
      tree: merged, provenance: Dictionary(provenance) { first, _ in first }.compactMapValues(\.self))
  }

  private func parent(of file: DescriptorSources.Source) throws(DiagnosticsError) -> DescriptorSources.Source? {
    if let extends = file.tree["extends"] {
      return try sources.source(extends.text ?? "", near: file, at: extends.location)
    }
    if file.id == Self.rootFamily { return nil }
    // OpenID Connect is about the user.
    let isOpenIDConnect = file.tree["server"]?["issuer"] != nil && file.tree["user"]?.text != "none"
    return try sources.source(isOpenIDConnect ? "oidc" : Self.rootFamily, near: file, at: file.tree.location)
  }

  private func check(_ parent: DescriptorSources.Source, isNewIn files: [DescriptorSources.Source])
    throws(DiagnosticsError)
  {
    guard let last = files.last else { return }
    let location = last.tree["extends"]?.location ?? last.tree.location
    if files.contains(where: { $0.name.normalizedPath == parent.name.normalizedPath }) {
      let chain = (files.map(\.id) + [parent.id]).joined(separator: " → ")
      throw DiagnosticsError([
        Diagnostic(.files.extendsCycle, "'extends' forms a cycle: \(chain)", at: location)
      ])
    }
    if files.count >= Self.depthLimit {
      let message = "the chain of 'extends' is too long; it can have at most \(Self.depthLimit) files"
      throw DiagnosticsError([Diagnostic(.files.extendsDepth, message, at: location)])
    }
  }
}

extension LocatedNode {
  /// Returns the map with additional entries for missing keys.
  fileprivate func adding(_ others: [Entry]) -> LocatedNode {
    let new = others.filter { self[$0.key] == nil }
    return new.isEmpty ? self : LocatedNode(value: .map((entries ?? []) + new), location: location)
  }
}

extension String {
  /// The path in a normalized form, without `.`, empty components, and `..`.
  fileprivate var normalizedPath: String {
    var folded: [Substring] = []
    for component in split(whereSeparator: { "/\\".contains($0) }) where component != "." {
      let foldsLast = component == ".." && folded.last.map { $0 != ".." } ?? false
      if foldsLast { folded.removeLast() } else { folded.append(component) }
    }
    return (hasPrefix("/") ? "/" : "") + folded.joined(separator: "/")
  }
}
