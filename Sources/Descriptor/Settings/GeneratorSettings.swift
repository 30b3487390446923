/// What `auth-generator.yaml` says about all clients of a target.
public struct GeneratorSettings: Sendable, Hashable {
  /// The name of the settings file. A folder that has one can be an input: it isn't a descriptor.
  public static let fileName = "auth-generator.yaml"

  /// Who may use the generated declarations; `nil` leaves it to the command.
  public var access: AccessLevel?
  /// Lines for other tools, which every generated file begins with, such as `swiftlint:disable all`.
  public var comments: [String]
  /// Whether a warning about a descriptor ends the run.
  public var warningsAreErrors: Bool

  /// Settings as `auth-generator.yaml` would give them; without arguments those of an empty file.
  public init(access: AccessLevel? = nil, comments: [String] = [], warningsAreErrors: Bool = false) {
    self.access = access
    self.comments = comments
    self.warningsAreErrors = warningsAreErrors
  }

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

extension GeneratorSettings: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("access", \.access, doc: "Who may use the generated declarations; `internal` if nothing is said.")
    Row(
      "comments", \.comments,
      doc: "Lines for other tools, which every generated file begins with, such as `swiftlint:disable all`.")
    Row(
      "warnings", \.warningsAreErrors, .word(["show", "error"]),
      doc: "Whether a warning about a descriptor ends the build.", as: { $0.text == "error" })
  }
}

extension AccessLevel: DescribedWord {}
