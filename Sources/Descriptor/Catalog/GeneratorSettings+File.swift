extension GeneratorSettings {
  /// Reads a file of settings; it is checked as descriptors are.
  ///
  /// - Throws: Everything that is wrong with it.
  public init(path: String) throws(DiagnosticsError) {
    let tree = try DescriptorSources.tree(ofFile: path, at: SourceLocation(file: path))
    try (ShapeCheck.check(tree, against: Self.shape) + Self.findings(in: tree)).throwErrors()
    self.init()
    Self.table.read(tree, into: &self)
  }

  /// A comment ends with its line, and what comes after would be code.
  private static func findings(in tree: LocatedNode) -> [Diagnostic] {
    (tree["comments"]?.list ?? []).filter { $0.text?.contains(where: \.isNewline) == true }.map { comment in
      Diagnostic(.language.wrongType, "a comment is one line", at: comment.location)
    }
  }
}
