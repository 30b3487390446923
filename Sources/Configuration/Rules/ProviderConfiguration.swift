/// The run-time representation of a provider descriptor: its endpoints, encodings, and deviations from the standards.
///
/// The default of every property follows the standards, so a configuration sets only the properties in which its
/// provider differs. Generated code contains one configuration per provider, and the commands create the same value
/// from the YAML. `AuthRuntime` implements the behavior behind each property. A configuration contains no secrets.
public struct ProviderConfiguration: Sendable, Hashable {
  /// The name of the descriptor's file without its extension, such as `auth0`.
  public var id: String
  /// The display name, such as `Auth0`.
  public var name: String
  /// The variables that must be filled in before a URL can be formed, such as a tenant's domain.
  public var variables: [Variable] = []
  /// The authorization server's metadata (RFC 8414 §2, OpenID Connect Discovery 1.0 §3), as templates.
  public var server = ServerMetadata()
  /// The rules for fetching missing metadata.
  public var discovery = DiscoveryRules()
  /// The provider's names for standard parameters, in every request. They don't apply to callbacks and responses.
  public var renames: [String: String] = [:]
  /// Proof Key for Code Exchange (RFC 7636).
  public var pkce = PKCERules()
  /// The rules for client authentication.
  public var client = ClientRules()
  /// Header fields of every request to the provider's endpoints and APIs, except for its metadata and keys. The header
  /// fields of a single request take precedence.
  public var headers: [String: TextTemplate] = [:]
  /// The content of authorization requests.
  public var authorization = AuthorizationRules()
  /// The rules for scopes, or `nil` if the provider doesn't have scopes.
  public var scopes: ScopeRules? = ScopeRules()
  /// The rules for reading authorization responses.
  public var callback = CallbackRules()
  /// The rules for token requests and responses.
  public var token = TokenRules()
  /// The rules for signing in on another device (RFC 8628).
  public var device = DeviceRules()
  /// The rules for sign-ins that the user approves on their device (CIBA Core 1.0).
  public var backchannel = BackchannelRules()
  /// The rules for sign-ins without a browser, in the provider's own app (draft-ietf-oauth-first-party-apps).
  public var firstParty = FirstPartyRules()
  /// The token exchanges that the provider offers (RFC 8693).
  public var exchanges: [TokenExchange] = []
  /// The content of a service account's JWT (RFC 7523).
  public var jwtBearer = JWTBearerRules()
  /// The rules for refreshing tokens, or `nil` if the provider doesn't issue refresh tokens.
  public var refresh: RefreshRules? = RefreshRules()
  /// The rules for revoking tokens.
  public var revocation = RevocationRules()
  /// The rules for ending the browser's session with the provider.
  public var logout = LogoutRules()
  /// The rules for obtaining claims about the user.
  public var userInfo = UserInfoRules()
  /// The rules for sending tokens to APIs.
  public var resources = ResourceRules()
  /// The rules for verifying ID tokens, or `nil` if the provider doesn't issue them.
  public var idToken: IDTokenRules? = IDTokenRules()
  /// The rules by which an API reads access tokens.
  public var accessToken = AccessTokenRules()
  /// Values for `{derive.name}`.
  public var derived: [String: DerivedValue] = [:]
  /// The lifetimes of tokens if a response doesn't contain them.
  public var lifetimes = Lifetimes()
  /// The provider's known errors, by `error` code.
  public var errors: [String: KnownError] = [:]
  /// Whether the app converts token and userinfo responses to JSON (`hooks: [decodeResponse]`).
  public var decodesResponses = false
  /// The provider's names for its settings.
  public var console = ConsoleRules()

  /// Creates the configuration of a provider that follows the standards.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Creates the configuration of a provider and applies its differences from the standards.
  public init(id: String, name: String, _ state: (inout ProviderConfiguration) -> Void) {
    self.init(id: id, name: name)
    state(&self)
  }
}

/// A group of rules with defaults that follow the standards.
public protocol RuleGroup: Sendable, Hashable {
  /// Creates the rules of a provider that follows the standards.
  init()
}

/// An element of a list in a configuration. Its ``standard`` has the defaults of its initializer.
public protocol RuleItem: Sendable, Hashable {
  /// The values for keys that a descriptor doesn't contain.
  static var standard: Self { get }
  /// The number of properties that the initializer accepts without a label.
  static var positionalCount: Int { get }
}

extension RuleItem {
  public static var positionalCount: Int { 0 }
}
