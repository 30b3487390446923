/// Who can see generated declarations.
public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
  case `public`, package, `internal`

  /// The keyword and a blank; nothing where the level is Swift's own default.
  var prefix: String { self == .internal ? "" : rawValue + " " }
}
