extension ProviderConfiguration {
  /// How tokens are refreshed (RFC 6749 §6).
  public struct RefreshRules: RuleGroup {
    /// What becomes of a refresh token that was used.
    public enum Rotation: String, Sendable, Hashable, CaseIterable {
      /// The old one is kept when the answer holds none.
      case auto
      /// Each answer brings a new one; the old one is dead.
      case rotate
      /// It stays the same.
      case none
      /// The provider's own setting decides.
      case configurable
    }

    /// What is exchanged for a fresh token.
    public enum Token: String, Sendable, Hashable, CaseIterable {
      /// The refresh token (RFC 6749 §6).
      case refreshToken = "refresh_token"
      /// The access token, at providers that extend it.
      case accessToken = "access_token"
    }

    /// Whether the refresh token changes with every use.
    public var rotation: Rotation = .auto
    /// What is shown for new tokens.
    public var exchangedToken: Token = .refreshToken
    /// The token endpoint when it says nothing.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method = .post
    /// How the request is written.
    public var encoding: RequestEncoding = .form
    /// `grant_type`; `nil` when the provider takes none.
    public var grantType: String? = "refresh_token"
    /// Further headers, by their names.
    public var headers: [String: TextTemplate] = [:]
    /// Further parameters, by their names.
    public var parameters: [String: TextTemplate] = [:]
    /// Parameters of the protocol that the provider does not take.
    public var omitted: [String] = []
    /// How long before its end a token is renewed, where that is longer than a call demands.
    public var early: Duration = .zero
    /// The error codes by which the server takes a token no more, and so ends the session (RFC 6749 §5.2).
    public var sessionEndingErrors = ["invalid_grant"]
    /// The parameter that names another API for which an access token is wanted; `nil` where there is one API.
    public var audience: String?
    /// How the answer is read, if not as that to a code.
    public var response: ResponseRules?

    public init() {}
  }

  /// How tokens are revoked.
  public struct RevocationRules: RuleGroup {
    /// How tokens are revoked.
    public enum Style: String, Sendable, Hashable, CaseIterable {
      /// RFC 7009.
      case rfc7009
      /// As the other rules say.
      case custom
      /// The provider revokes nothing.
      case none
    }

    /// A token that the endpoint accepts (RFC 7009 §2.1).
    public enum Token: String, Sendable, Hashable, CaseIterable {
      /// The refresh token.
      case refreshToken = "refresh_token"
      /// The access token.
      case accessToken = "access_token"
    }

    /// How tokens are revoked.
    public var style: Style = .rfc7009
    /// The kinds of tokens that are revoked, in this order.
    public var tokens: [Token] = [.refreshToken, .accessToken]
    /// The revocation endpoint when it says nothing.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method = .post
    /// How the request is written.
    public var encoding: RequestEncoding = .form
    /// How the client authenticates here, if not as at the token endpoint.
    public var authentication: ClientAuthenticationMethod?
    /// How the token travels, if not as the parameter `token`.
    public var presentation: TokenPresentation?
    /// Further headers, by their names.
    public var headers: [String: TextTemplate] = [:]
    /// Further parameters, by their names.
    public var parameters: [String: TextTemplate] = [:]

    public init() {}
  }

  /// How the browser session at the provider is ended.
  public struct LogoutRules: RuleGroup {
    /// How the browser's session ends.
    public enum Style: String, Sendable, Hashable, CaseIterable {
      /// OpenID Connect RP-Initiated Logout 1.0, at `end_session_endpoint`.
      case rpInitiated = "rp_initiated"
      /// A page of the provider's own, at `endpoint`.
      case custom
      /// The provider has none: only local state is cleared.
      case none
    }

    /// When the ID token goes along, so that the provider knows whose session ends (RP-Initiated Logout 1.0 §2).
    public enum IDTokenHint: String, Sendable, Hashable, CaseIterable {
      /// It has to.
      case required
      /// Sent when the session has one.
      case whenAvailable = "when_available"
      /// Not sent.
      case never
    }

    /// How the browser's session ends.
    public var style: Style = .none
    /// URL template of the page, for `custom`.
    public var endpoint: TextTemplate?
    /// Name of the parameter that says where the browser goes afterwards.
    public var redirectParameter = "post_logout_redirect_uri"
    /// Whether the ID token goes along.
    public var idTokenHint: IDTokenHint = .whenAvailable
    /// Further parameters. One whose holes cannot be filled is left out.
    public var parameters: [String: TextTemplate] = [:]
    /// Parameters without a value that a caller may switch on, such as Auth0's `federated`.
    public var flags: [String] = []

    public init() {}
  }

  /// How long tokens live when an answer does not say.
  public struct Lifetimes: RuleGroup {
    /// Of access tokens; `nil` when nobody says.
    public var accessToken: Duration?
    /// Of refresh tokens; `nil` when nobody says.
    public var refreshToken: Duration?
    /// Of ID tokens; `nil` when nobody says.
    public var idToken: Duration?
    /// Of codes; `nil` when nobody says.
    public var authorizationCode: Duration?

    public init() {}
  }

  /// An error that the provider is known to answer.
  public struct KnownError: RuleItem {
    /// The descriptor's name for it in Swift case, such as `accessDenied`.
    public var caseName: String
    /// What helps.
    public var recovery: RecoveryKind
    /// What it means, for people.
    public var summary: String
    /// Recognises the error in a body whose `error` says something else.
    public var match: Predicate?

    /// An error's name in Swift, what helps, and what it means; `match` tells it from others with the same code.
    public init(_ caseName: String, _ recovery: RecoveryKind, _ summary: String, match: Predicate? = nil) {
      self.caseName = caseName
      self.recovery = recovery
      self.summary = summary
      self.match = match
    }

    public static var standard: Self { Self("", .retry, "") }
    public static var positionalCount: Int { 3 }
  }

  /// What helps against an error, by its name in a descriptor.
  public enum RecoveryKind: String, Sendable, Hashable, CaseIterable {
    /// The same once more.
    case retry
    /// The same after a pause.
    case retryLater = "retry_later"
    /// A new sign-in.
    case reauthenticate
    /// A change at the provider or in the app's settings.
    case fixConfiguration = "fix_configuration"
    /// The organisation's administrator has to act.
    case contactAdministrator = "contact_admin"
    /// The user has to act, outside of the app.
    case contactUser = "contact_user"
    /// The user has to agree, in a new sign-in.
    case requestConsent = "request_consent"
    /// A newer version of the app.
    case updateApp = "update_app"
  }
}
