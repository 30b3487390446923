/// The access level of the generated declarations.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  /// Every module that imports the generated code can use them.
  case `public`
  /// Only modules of the same package can use them.
  case package
  /// Only the module itself can use them.
  case `internal`

  /// The keyword and a space, or an empty string for Swift's default level.
  package var prefix: String { self == .internal ? "" : rawValue + " " }
}
