extension ProviderConfiguration {
  /// A placeholder in the provider's URLs. Values are validated before they're filled in.
  public struct Variable: RuleItem {
    /// The format of a value, and where it may be used.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A host name with an optional port: `acme.eu.auth0.com`, `localhost:8443`.
      case host
      /// One label of a host: `acme` of `acme.myshopify.com`.
      case hostLabel = "host_label"
      /// An absolute URL without query and fragment: `https://id.acme.example/auth`.
      case url
      /// A string that is percent-encoded into a path or a query.
      case pathSegment = "path_segment"
      /// A constant in the descriptor, such as an API version.
      case constant
    }

    /// The source of the value.
    public enum Source: Sendable, Hashable {
      /// The app, when it configures the client.
      case app
      /// The app, for each sign-in.
      case request
      /// The callback parameter with this name.
      case callback(String)
      /// The member of the token response at this path.
      case token(String)
    }

    /// The name of the variable in templates.
    public var name: String
    /// The format of the value.
    public var kind: Kind
    /// The source of the value.
    public var source: Source
    /// The value to use if the app doesn't supply one.
    public var defaultValue: String?
    /// The only allowed values, unless ``pattern`` allows others. If empty, other values are allowed.
    public var values: [String]
    /// A regular expression that the whole value must match, in the grammar of ``TextPattern``.
    public var pattern: String?
    /// The allowed hosts of a value that doesn't come from the descriptor. `*.example.com` matches every subdomain.
    public var allowedHosts: [String]
    /// A valid value, shown if another value is rejected.
    public var example: String

    /// Creates a variable that the app or the server fills in.
    public init(
      _ name: String, _ kind: Kind, source: Source = .app, defaultValue: String? = nil, values: [String] = [],
      pattern: String? = nil, allowedHosts: [String] = [], example: String = ""
    ) {
      self.name = name
      self.kind = kind
      self.source = source
      self.defaultValue = defaultValue
      self.values = values
      self.pattern = pattern
      self.allowedHosts = allowedHosts
      self.example = example
    }

    public static var standard: Self { Self("", .host) }
    public static var positionalCount: Int { 2 }
  }
}
