extension GeneratorSettings {
  /// Reads a settings file and checks it like a descriptor.
  ///
  /// - Throws: All findings about the file, if one of them is an error.
  public init(path: String) throws(DiagnosticsError) {
    let tree = try DescriptorSources.tree(ofFile: path, at: SourceLocation(file: path))
    try (ShapeCheck.check(tree, against: Self.shape) + Self.findings(in: tree)).throwErrors()
    self.init()
    Self.table.read(tree, into: &self)
  }

  /// Rejects line breaks in comments, because the text after one would be code.
  private static func findings(in tree: LocatedNode) -> [Diagnostic] {
    (tree["comments"]?.list ?? []).filter { $0.text?.contains(where: \.isNewline) == true }.map { comment in
      Diagnostic(.language.wrongType, "a comment must not contain a line break", at: comment.location)
    }
  }
}
