/// The run-time face of a provider descriptor: endpoints, encodings and quirks as data.
///
/// Generated code states one `ProviderConfiguration` per provider; `authctl` makes the same value from the YAML itself.
/// The behaviour behind each value lives in this module. Nothing here is secret.
public struct ProviderConfiguration: Sendable, Hashable {
  /// The descriptor's file stem, such as `auth0`.
  public var id: String
  /// The name to show to people, such as `Auth0`.
  public var name: String
  /// What an app must fill in before any URL exists, such as its tenant's domain.
  public var variables: [Variable]
  /// Authorization-server metadata (RFC 8414 §2, OpenID Connect Discovery 1.0 §3) as templates.
  public var server: ServerMetadata
  /// Whether missing metadata may be fetched from the issuer.
  public var discovery: Discovery
  /// How the client presents itself at the token endpoint.
  public var client: ClientRules
  /// What an authorization request may carry.
  public var authorization: AuthorizationRules
  /// How scopes are spelled.
  public var scopes: ScopeRules
  /// How the token endpoint wants to be asked.
  public var token: TokenRules
  /// How tokens are refreshed; `nil` when the provider gives no refresh tokens.
  public var refresh: RefreshRules?
  /// How tokens are revoked.
  public var revocation: RevocationRules
  /// How the browser session at the provider is ended.
  public var logout: LogoutRules
  /// How ID tokens are verified.
  public var idToken: IDTokenRules
  /// The errors that the provider is known to answer, by `error` code.
  public var errors: [String: KnownError]

  public init(
    id: String,
    name: String,
    variables: [Variable],
    server: ServerMetadata,
    discovery: Discovery,
    client: ClientRules,
    authorization: AuthorizationRules,
    scopes: ScopeRules,
    token: TokenRules,
    refresh: RefreshRules?,
    revocation: RevocationRules,
    logout: LogoutRules,
    idToken: IDTokenRules,
    errors: [String: KnownError]
  ) {
    self.id = id
    self.name = name
    self.variables = variables
    self.server = server
    self.discovery = discovery
    self.client = client
    self.authorization = authorization
    self.scopes = scopes
    self.token = token
    self.refresh = refresh
    self.revocation = revocation
    self.logout = logout
    self.idToken = idToken
    self.errors = errors
  }
}

extension ProviderConfiguration {
  /// Something an app fills in once, validated before it is put into any URL.
  public struct Variable: Sendable, Hashable {
    /// What a value may look like.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A host name, a port allowed: `acme.eu.auth0.com`, `localhost:8443`.
      case host
    }

    /// The name between braces in URL templates.
    public var name: String
    public var kind: Kind
    /// A value of the right shape, shown when a wrong one is refused.
    public var example: String

    public init(_ name: String, _ kind: Kind, example: String) {
      self.name = name
      self.kind = kind
      self.example = example
    }
  }

  /// Where the provider's endpoints are. Every value is a URL template whose `{variables}` are filled in at run time.
  ///
  /// What stands here wins; a missing endpoint is looked up by discovery when it is needed.
  public struct ServerMetadata: Sendable, Hashable {
    /// `issuer`: exactly as tokens spell it, trailing slash or not.
    public var issuer: String
    /// `authorization_endpoint`: where the browser goes (RFC 6749 §3.1).
    public var authorizationEndpoint: String?
    /// `token_endpoint`: where codes and refresh tokens are exchanged (RFC 6749 §3.2).
    public var tokenEndpoint: String?
    /// `jwks_uri`: the keys that ID tokens are signed with.
    public var jwksURI: String?
    /// `revocation_endpoint` (RFC 7009 §2).
    public var revocationEndpoint: String?
    /// `end_session_endpoint` (RP-Initiated Logout 1.0 §2.1).
    public var endSessionEndpoint: String?

    public init(
      issuer: String,
      authorizationEndpoint: String? = nil,
      tokenEndpoint: String? = nil,
      jwksURI: String? = nil,
      revocationEndpoint: String? = nil,
      endSessionEndpoint: String? = nil
    ) {
      self.issuer = issuer
      self.authorizationEndpoint = authorizationEndpoint
      self.tokenEndpoint = tokenEndpoint
      self.jwksURI = jwksURI
      self.revocationEndpoint = revocationEndpoint
      self.endSessionEndpoint = endSessionEndpoint
    }
  }

  /// Whether missing metadata may be fetched from the issuer.
  public enum Discovery: String, Sendable, Hashable, CaseIterable {
    /// From `{issuer}/.well-known/openid-configuration`, when an endpoint is missing.
    case runtime
    /// Never.
    case none
  }
}
