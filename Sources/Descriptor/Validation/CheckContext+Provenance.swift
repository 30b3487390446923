import AuthConfiguration

extension CheckContext {
  /// Returns the explanation of a key's value, from this descriptor or from the file that contains the key.
  ///
  /// - Parameter name: `reason` or `domains`.
  func explanation(_ name: String, of path: [String]) -> String? {
    tree[["provenance", name]]?.text ?? provenance[tree.source(of: path)]?[name]?.text
  }

  /// The descriptor with the inherited reasons for inherited weaknesses, which the documentation shows.
  var explained: ProviderDescriptor {
    var copy = descriptor
    let weaknesses = SecurityChecks.weaknesses(self)
    copy.provenance.reason =
      descriptor.provenance.reason
      ?? weaknesses.lazy.compactMap { explanation("reason", of: $0.cause ?? $0.path) }.first
    return copy
  }
}

extension LocatedNode {
  /// Returns the file of the key at the end of `path`, or of the last key on the way that exists.
  fileprivate func source(of path: [String]) -> String {
    var file = location.file
    var node: LocatedNode? = self
    for key in path {
      guard let entry = node?.entry(key) else { return file }
      file = entry.location.file
      node = entry.value
    }
    return file
  }
}
