/// The run-time face of a provider descriptor: endpoints, encodings and quirks as data.
///
/// Every property begins with what the standards say, so a value states only how its provider differs. Generated code
/// states one per provider; the commands make the same value from the YAML itself. The behaviour behind each property
/// lives in `AuthRuntime`. Nothing here is secret.
public struct ProviderConfiguration: Sendable, Hashable {
  /// The descriptor's file stem, such as `auth0`.
  public var id: String
  /// The name to show to people, such as `Auth0`.
  public var name: String
  /// What must be filled in before any URL exists, such as a tenant's domain.
  public var variables: [Variable] = []
  /// Authorization-server metadata (RFC 8414 §2, OpenID Connect Discovery 1.0 §3) as templates.
  public var server = ServerMetadata()
  /// Whether missing metadata may be fetched.
  public var discovery = DiscoveryRules()
  /// Standard parameter names and what this provider calls them, in every request.
  public var renames: [String: String] = [:]
  /// Proof Key for Code Exchange (RFC 7636).
  public var pkce = PKCERules()
  /// How the client presents itself.
  public var client = ClientRules()
  /// What an authorization request carries.
  public var authorization = AuthorizationRules()
  /// How scopes are spelled; `nil` when the provider has none.
  public var scopes: ScopeRules? = ScopeRules()
  /// How the answer to an authorization request is read.
  public var callback = CallbackRules()
  /// How the token endpoint is asked, and how its answer is read.
  public var token = TokenRules()
  /// How a user signs in on another device (RFC 8628).
  public var device = DeviceRules()
  /// How tokens are refreshed; `nil` when the provider gives no refresh tokens.
  public var refresh: RefreshRules? = RefreshRules()
  /// How tokens are revoked.
  public var revocation = RevocationRules()
  /// How the browser session at the provider is ended.
  public var logout = LogoutRules()
  /// Who the user is.
  public var userInfo = UserInfoRules()
  /// How resource calls carry the token.
  public var resources = ResourceRules()
  /// How ID tokens are verified; `nil` when the provider has none.
  public var idToken: IDTokenRules? = IDTokenRules()
  /// What access tokens look like to an API.
  public var accessToken = AccessTokenRules()
  /// Values for `{derive.name}`.
  public var derived: [String: DerivedValue] = [:]
  /// How long tokens live when an answer does not say.
  public var lifetimes = Lifetimes()
  /// The errors that the provider is known to answer, by `error` code.
  public var errors: [String: KnownError] = [:]
  /// What the provider's settings are called.
  public var console = ConsoleRules()

  /// A provider that does everything as the standards say.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// A provider, and how it differs from the standards.
  public init(id: String, name: String, _ state: (inout ProviderConfiguration) -> Void) {
    self.init(id: id, name: name)
    state(&self)
  }
}

/// A group of rules whose defaults are what the standards say.
public protocol RuleGroup: Sendable, Hashable {
  /// The rules of a provider that follows the standards.
  init()
}

/// An element of a list of a configuration. Its ``standard`` has the defaults of its initializer.
public protocol RuleItem: Sendable, Hashable {
  /// What holds when a descriptor says nothing.
  static var standard: Self { get }
  /// How many of its properties the initializer takes without a label.
  static var positionalCount: Int { get }
}

extension RuleItem {
  public static var positionalCount: Int { 0 }
}
