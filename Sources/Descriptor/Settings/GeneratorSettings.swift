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

extension AccessLevel: DescribedEnumeration {}
