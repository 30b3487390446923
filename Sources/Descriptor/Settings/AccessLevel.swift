/// Who may use the generated declarations.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  /// Every module that imports the generated one.
  case `public`
  /// The modules of the same package.
  case package
  /// The module alone.
  case `internal`

  /// The keyword and a blank; nothing where the level is Swift's own default.
  package var prefix: String { self == .internal ? "" : rawValue + " " }
}
