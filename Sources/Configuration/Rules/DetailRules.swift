extension ProviderConfiguration.AuthorizationRules {
  /// Whether a request names the APIs that its access token is for (RFC 8707).
  public enum ResourceRule: String, Sendable, Hashable, CaseIterable {
    /// The provider doesn't support resource indicators.
    case none
    /// The app may name any number of APIs.
    case optional
    /// Every request names at least one API.
    case required
  }

  /// A type of authorization detail (RFC 9396 §2).
  public struct Detail: RuleItem {
    /// The name of the detail in Swift.
    public var name: String
    /// The value of `type` in requests.
    public var type: String
    /// The members that every detail of this type has, in addition to `type`.
    public var required: [String]

    /// Creates a type of authorization detail. Without `type`, the type has the detail's name.
    public init(name: String, type: String = "", required: [String] = []) {
      self.name = name
      self.type = type.isEmpty ? name : type
      self.required = required
    }

    public static var standard: Self { Self(name: "") }
  }
}
