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
      case refreshToken = "refresh_token"
      case accessToken = "access_token"
    }

    public var rotation: Rotation = .auto
    public var with: Token = .refreshToken
    /// The token endpoint when it says nothing.
    public var endpoint: TextTemplate?
    public var method: Method = .post
    public var encoding: RequestEncoding = .form
    public var grantType: String? = "refresh_token"
    public var headers: [String: TextTemplate] = [:]
    public var parameters: [String: TextTemplate] = [:]
    public var omitted: [String] = []
    /// How long before its end a token is renewed, where that is longer than a call demands.
    public var early: Duration = .zero
    /// The error codes by which the server takes a token no more, and so ends the session (RFC 6749 §5.2).
    public var refusals = ["invalid_grant"]
    /// The parameter that names another API for which an access token is wanted; `nil` where there is one API.
    public var audience: String?
    /// How the answer is read, if not as that to a code.
    public var response: ResponseRules?

    public init() {}
  }

  /// How tokens are revoked.
  public struct RevocationRules: RuleGroup {
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
      case refreshToken = "refresh_token"
      case accessToken = "access_token"
    }

    public var style: Style = .rfc7009
    /// The kinds of tokens that are revoked, in this order.
    public var tokens: [Token] = [.refreshToken, .accessToken]
    /// The revocation endpoint when it says nothing.
    public var endpoint: TextTemplate?
    public var method: Method = .post
    public var encoding: RequestEncoding = .form
    /// How the client authenticates here, if not as at the token endpoint.
    public var authentication: ClientAuthenticationMethod?
    /// How the token travels, if not as the parameter `token`.
    public var presentation: TokenPresentation?
    public var headers: [String: TextTemplate] = [:]
    public var parameters: [String: TextTemplate] = [:]

    public init() {}
  }

  /// How the browser session at the provider is ended.
  public struct LogoutRules: RuleGroup {
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
      case required
      case whenAvailable = "when_available"
      case never
    }

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
    public var accessToken: Duration?
    public var refreshToken: Duration?
    public var idToken: Duration?
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
    case retry
    case retryLater = "retry_later"
    case reauthenticate
    case fixConfiguration = "fix_configuration"
    case contactAdministrator = "contact_admin"
    case contactUser = "contact_user"
    case requestConsent = "request_consent"
    case updateApp = "update_app"
  }
}
