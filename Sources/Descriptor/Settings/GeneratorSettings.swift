/// The settings in `auth-generator.yaml`, which apply to all clients of a target.
public struct GeneratorSettings: Sendable, Hashable {
  /// The name of the settings file. It's ignored when a folder is searched for descriptors.
  public static let fileName = "auth-generator.yaml"

  /// The access level of the generated declarations, or `nil` if the command determines it.
  public var access: AccessLevel?
  /// Comment lines for other tools, such as `swiftlint:disable all`. Every generated file begins with them.
  public var comments: [String]
  /// Whether a warning about a descriptor makes the run fail.
  public var warningsAreErrors: Bool

  /// Creates settings. Without arguments, they're the settings of an empty file.
  public init(access: AccessLevel? = nil, comments: [String] = [], warningsAreErrors: Bool = false) {
    self.access = access
    self.comments = comments
    self.warningsAreErrors = warningsAreErrors
  }
}

extension GeneratorSettings: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("access", \.access, doc: "The access level of the generated declarations; by default, `internal`.")
    Row(
      "comments", \.comments,
      doc: "Comment lines for other tools, such as `swiftlint:disable all`. Every generated file begins with them.")
    Row(
      "warnings", \.warningsAreErrors, .enumeration(["show", "error"]),
      doc: "Whether a warning about a descriptor makes the build fail.", as: { $0.text == "error" })
  }
}

extension AccessLevel: DescribedEnumeration {}
