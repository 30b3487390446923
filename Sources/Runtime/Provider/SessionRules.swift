extension ProviderConfiguration {
  /// How tokens are refreshed (RFC 6749 §6).
  public struct RefreshRules: Sendable, Hashable {
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

    /// What becomes of a refresh token that was used.
    public var rotation: Rotation

    public init(rotation: Rotation) {
      self.rotation = rotation
    }
  }

  /// How tokens are revoked.
  public struct RevocationRules: Sendable, Hashable {
    public enum Style: String, Sendable, Hashable, CaseIterable {
      /// RFC 7009.
      case rfc7009
      /// The provider revokes nothing.
      case none
    }

    /// A token that the endpoint accepts (RFC 7009 §2.1).
    public enum Token: String, Sendable, Hashable, CaseIterable {
      case refreshToken = "refresh_token"
      case accessToken = "access_token"
    }

    /// Which of them.
    public var style: Style
    /// The kinds of tokens that are revoked, in this order.
    public var tokens: [Token]

    public init(style: Style, tokens: [Token]) {
      self.style = style
      self.tokens = tokens
    }
  }

  /// How the browser session at the provider is ended.
  public struct LogoutRules: Sendable, Hashable {
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

    /// Which of them.
    public var style: Style
    /// URL template of the page, for `custom`.
    public var endpoint: String?
    /// Name of the parameter that says where the browser goes afterwards.
    public var redirectParameter: String
    /// Whether the ID token goes along.
    public var idTokenHint: IDTokenHint
    /// Fixed parameters; `{client_id}` is filled in.
    public var parameters: [String: String]
    /// Parameters without a value that a caller may switch on, such as Auth0's `federated`.
    public var flags: [String]

    public init(
      style: Style, endpoint: String? = nil, redirectParameter: String, idTokenHint: IDTokenHint,
      parameters: [String: String], flags: [String]
    ) {
      self.style = style
      self.endpoint = endpoint
      self.redirectParameter = redirectParameter
      self.idTokenHint = idTokenHint
      self.parameters = parameters
      self.flags = flags
    }
  }

  /// How ID tokens are verified (OpenID Connect Core 1.0 §3.1.3.7).
  public struct IDTokenRules: Sendable, Hashable {
    /// Whether a token answer without an ID token is refused.
    public var required: Bool
    /// The only signature algorithms that are accepted. The token's own header never widens this list (RFC 8725 §3.1).
    public var algorithms: [SignatureAlgorithm]
    /// Tolerated difference between this machine's clock and the server's.
    public var leeway: Duration

    public init(required: Bool, algorithms: [SignatureAlgorithm], leeway: Duration) {
      self.required = required
      self.algorithms = algorithms
      self.leeway = leeway
    }
  }

  /// An error that the provider is known to answer.
  public struct KnownError: Sendable, Hashable {
    /// The descriptor's name for it in Swift case, such as `accessDenied`.
    public var caseName: String
    /// What helps.
    public var recovery: RecoveryKind
    /// What it means, for people.
    public var summary: String

    public init(_ caseName: String, _ recovery: RecoveryKind, _ summary: String) {
      self.caseName = caseName
      self.recovery = recovery
      self.summary = summary
    }
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
