extension ProviderConfiguration {
  /// A hole in the provider's URLs, checked before it is filled.
  public struct Variable: RuleItem {
    /// What a value may look like, and where it may stand.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A host name, a port allowed: `acme.eu.auth0.com`, `localhost:8443`.
      case host
      /// One label of a host: `acme` of `acme.myshopify.com`.
      case hostLabel = "host_label"
      /// An absolute URL without query and fragment: `https://id.acme.example/auth`.
      case url
      /// Text that is percent-encoded into a path or a query.
      case pathSegment = "path_segment"
      /// Text that the descriptor states, such as an API version.
      case constant
    }

    /// Who says the value.
    public enum Source: Sendable, Hashable {
      /// The app, once.
      case app
      /// The app, with every sign-in.
      case request
      /// The callback's parameter of that name.
      case callback(String)
      /// The token answer's member at that path.
      case token(String)
    }

    /// The name between braces in templates.
    public var name: String
    /// Which values fit.
    public var kind: Kind
    /// Who knows the value.
    public var source: Source
    /// The value when nobody says one.
    public var defaultValue: String?
    /// The only values, when there are any.
    public var values: [String]
    /// A regular expression that the whole value matches, in the grammar of ``TextPattern``.
    public var pattern: String?
    /// Hosts that a value from outside may name; `*.example.com` stands for every host below.
    public var allowedHosts: [String]
    /// A value of the right shape, shown when a wrong one is rejected.
    public var example: String

    /// Something that an app, or the server, fills into the provider's addresses.
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
