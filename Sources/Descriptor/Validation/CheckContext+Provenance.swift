import AuthConfiguration

extension CheckContext {
  /// Why a key says what it says: by this descriptor, or by the file from which the key comes.
  ///
  /// - Parameter name: `reason` or `domains`.
  func explanation(_ name: String, of path: [String]) -> String? {
    tree[["provenance", name]]?.text ?? provenance[tree.source(of: path)]?[name]?.text
  }

  /// The descriptor with the reasons that it inherits together with what they explain: documentation shows them.
  var explained: ProviderDescriptor {
    var copy = descriptor
    let weaknesses = SecurityChecks.weaknesses(self)
    copy.provenance.reason =
      descriptor.provenance.reason
      ?? weaknesses.lazy.compactMap { explanation("reason", of: $0.culprit ?? $0.path) }.first
    return copy
  }
}

extension LocatedNode {
  /// The file of the key at the end of `path`, or of the last key on the way that exists.
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
