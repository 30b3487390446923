/// Follows `extends` up to the root family and merges the files on the way.
struct ExtendsResolver: Sendable {
  /// The family that extends nothing.
  static let rootFamily = "oauth2"

  /// Most files of a chain. A circle that is not seen, such as one of symbolic links, ends here.
  static let depthLimit = 16

  let sources: DescriptorSources

  /// A file with everything that it extends.
  struct Resolved {
    var tree: LocatedNode
    /// What each of the files says about its own facts, by the file's name.
    var provenance: [String: LocatedNode]
  }

  /// - Parameter findings: Gets the errors of the files on the way.
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
    let hasIssuer = file.tree["server"]?["issuer"] != nil
    return try sources.source(hasIssuer ? "oidc" : Self.rootFamily, near: file, at: file.tree.location)
  }

  private func check(_ parent: DescriptorSources.Source, isNewIn files: [DescriptorSources.Source])
    throws(DiagnosticsError)
  {
    guard let last = files.last else { return }
    let location = last.tree["extends"]?.location ?? last.tree.location
    if files.contains(where: { $0.name.normalizedPath == parent.name.normalizedPath }) {
      let chain = (files.map(\.id) + [parent.id]).joined(separator: " → ")
      throw DiagnosticsError([
        Diagnostic(.files.extendsCycle, "'extends' goes round in a circle: \(chain)", at: location)
      ])
    }
    if files.count >= Self.depthLimit {
      let message = "'extends' goes through more than \(Self.depthLimit) files"
      throw DiagnosticsError([Diagnostic(.files.extendsDepth, message, at: location)])
    }
  }
}

extension LocatedNode {
  /// The same map with entries whose keys it lacks.
  fileprivate func adding(_ others: [Entry]) -> LocatedNode {
    let new = others.filter { self[$0.key] == nil }
    return new.isEmpty ? self : LocatedNode(value: .map((entries ?? []) + new), location: location)
  }
}

extension String {
  /// The same for every spelling of a path: without `.` and empty components, `..` folded.
  fileprivate var normalizedPath: String {
    var folded: [Substring] = []
    for component in split(whereSeparator: { "/\\".contains($0) }) where component != "." {
      let foldsLast = component == ".." && folded.last.map { $0 != ".." } ?? false
      if foldsLast { folded.removeLast() } else { folded.append(component) }
    }
    return (hasPrefix("/") ? "/" : "") + folded.joined(separator: "/")
  }
}
