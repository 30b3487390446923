extension ProviderConfiguration {
  /// A token exchange that the provider offers (RFC 8693 §2.1), or another grant that takes a token.
  public struct TokenExchange: RuleItem {
    /// The grant type of RFC 8693.
    public static let standardGrantType = "urn:ietf:params:oauth:grant-type:token-exchange"

    /// The source of a token that is exchanged.
    public enum Token: String, Sendable, Hashable, CaseIterable {
      /// The session's refresh token.
      case refreshToken = "refresh_token"
      /// The session's access token.
      case accessToken = "access_token"
      /// The session's ID token.
      case idToken = "id_token"
      /// A token that the app supplies, such as one from its platform.
      case external
    }

    /// The name of the exchange in Swift.
    public var name: String
    /// The grant type in the request.
    public var grantType: String
    /// The token that is exchanged: it identifies the user or the workload.
    public var subject: Token
    /// The parameter that contains the token.
    public var subjectParameter: String
    /// The type of the token (RFC 8693 §3), or `nil` if the request doesn't contain it.
    public var subjectTokenType: String?
    /// The token of the party that acts for the subject, if there is one.
    public var actor: Token?
    /// The type of the actor's token.
    public var actorTokenType: String?
    /// The type of the token to issue, or `nil` if the server decides.
    public var requestedTokenType: String?
    /// Whether the app names the service that the token is for by its logical name.
    public var audience: AuthorizationRules.ResourceRule
    /// Whether the app names the service that the token is for by its URL.
    public var resource: AuthorizationRules.ResourceRule
    /// Whether the app requests scopes.
    public var scope: AuthorizationRules.ResourceRule
    /// Additional parameters of the request.
    public var parameters: [AuthorizationRules.Parameter]

    /// Creates an exchange of the session's access token, as in RFC 8693.
    public init(
      name: String, grantType: String = Self.standardGrantType, subject: Token = .accessToken,
      subjectParameter: String = "subject_token", subjectTokenType: String? = nil, actor: Token? = nil,
      actorTokenType: String? = nil, requestedTokenType: String? = nil,
      audience: AuthorizationRules.ResourceRule = .none, resource: AuthorizationRules.ResourceRule = .none,
      scope: AuthorizationRules.ResourceRule = .none, parameters: [AuthorizationRules.Parameter] = []
    ) {
      self.name = name
      self.grantType = grantType
      self.subject = subject
      self.subjectParameter = subjectParameter
      self.subjectTokenType = subjectTokenType
      self.actor = actor
      self.actorTokenType = actorTokenType
      self.requestedTokenType = requestedTokenType
      self.audience = audience
      self.resource = resource
      self.scope = scope
      self.parameters = parameters
    }

    public static var standard: Self { Self(name: "") }

    /// Whether the exchange needs a session, because one of its tokens is from it.
    public var needsSession: Bool { subject != .external || actor.map { $0 != .external } ?? false }
  }
}

extension ProviderConfiguration.TokenExchange.Token {
  /// The type of a token of the session (RFC 8693 §3).
  public var type: String? {
    self == .external ? nil : "urn:ietf:params:oauth:token-type:" + rawValue
  }
}

extension ProviderConfiguration {
  /// The content of a JWT that a service account exchanges for a token (RFC 7523 §2.1, §3).
  public struct JWTBearerRules: RuleGroup {
    /// The part of the request that contains the scopes.
    public enum ScopePlace: String, Sendable, Hashable, CaseIterable {
      /// The parameter `scope` (RFC 7521 §4.1).
      case parameter
      /// The claim `scope` of the JWT.
      case claim
      /// Nothing: the server determines the scopes.
      case none
    }

    /// The longest lifetime of a JWT: an hour.
    public static let maximumLifetime = Duration.seconds(3600)
    /// The claims that the client sets, so that a descriptor can't.
    package static let ownClaims: Set<String> = ["iss", "sub", "aud", "exp", "iat", "nbf", "jti", "scope"]

    /// The audience, `aud`. If it's `nil`, it's the issuer, or else the token endpoint.
    public var audience: TextTemplate?
    /// Whether the app names the user that the account acts for. Without one, `sub` is the account.
    public var subject: AuthorizationRules.ResourceRule = .optional
    /// The part of the request that contains the scopes.
    public var scope: ScopePlace = .parameter
    /// The lifetime of the JWT.
    public var lifetime = Duration.seconds(300)
    /// The algorithms that the server accepts. If it's empty, the key determines the algorithm.
    public var algorithms: [SignatureAlgorithm] = []
    /// Additional claims.
    public var claims: [String: TextTemplate] = [:]
    /// Additional parameters of the request.
    public var parameters: [String: TextTemplate] = [:]
    /// The client authentication method, or `nil` if the JWT alone authenticates the request.
    public var authentication: ClientAuthenticationMethod?

    public init() {}
  }
}
