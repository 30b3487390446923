extension ProviderConfiguration {
  /// How the client presents itself at the token endpoint (RFC 6749 §2.3).
  public struct ClientRules: Sendable, Hashable {
    /// Methods by which a client with a secret authenticates, the preferred one first (RFC 7591 §2).
    ///
    /// A client without a secret always sends its `client_id` in the body.
    public var authentication: [ClientAuthenticationMethod]

    public init(authentication: [ClientAuthenticationMethod]) {
      self.authentication = authentication
    }
  }

  /// A way to present a client secret, by its RFC 7591 name.
  public enum ClientAuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// HTTP Basic; both parts form-urlencoded first (RFC 6749 §2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// `client_id` and `client_secret` in the request body.
    case clientSecretPost = "client_secret_post"
  }

  /// What an authorization request may carry beyond the protocol's own parameters.
  public struct AuthorizationRules: Sendable, Hashable {
    public var parameters: [Parameter]

    public init(parameters: [Parameter]) {
      self.parameters = parameters
    }

    /// One parameter of the provider, checked before it is sent.
    public struct Parameter: Sendable, Hashable {
      /// What its value looks like on the wire.
      public enum Kind: Sendable, Hashable {
        /// Any text.
        case string
        /// `true` or `false`.
        case bool
        /// A whole number.
        case int
        /// A duration in whole seconds.
        case seconds
        /// One of these words.
        case oneOf([String])
        /// Any of these words, separated by spaces.
        case set([String])
        /// Words separated by spaces.
        case list
      }

      public var name: String
      public var kind: Kind
      /// Parameters without which the server refuses this one.
      public var requires: [String]

      public init(_ name: String, _ kind: Kind, requires: [String] = []) {
        self.name = name
        self.kind = kind
        self.requires = requires
      }
    }
  }

  /// How scopes are spelled (RFC 6749 §3.3).
  public struct ScopeRules: Sendable, Hashable {
    /// Asked for when the app names none.
    public var defaults: [String]
    /// Added to every request.
    public var required: [String]
    /// Between two scopes on the wire.
    public var delimiter: String
    /// The scope that asks for a refresh token, where there is one.
    public var offline: String?

    public init(defaults: [String], required: [String], delimiter: String, offline: String? = nil) {
      self.defaults = defaults
      self.required = required
      self.delimiter = delimiter
      self.offline = offline
    }
  }

  /// How the token endpoint wants to be asked (RFC 6749 §3.2).
  public struct TokenRules: Sendable, Hashable {
    public var encoding: BodyEncoding

    public init(encoding: BodyEncoding) {
      self.encoding = encoding
    }
  }

  /// How a request body is written.
  public enum BodyEncoding: String, Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`, as RFC 6749 says.
    case form
    /// `application/json`.
    case json
  }

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

    public var style: Style
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

    public var style: Style
    /// URL template of the page, for `custom`.
    public var endpoint: String?
    /// Name of the parameter that says where the browser goes afterwards.
    public var redirectParameter: String
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

/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1).
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case edDSA = "EdDSA"
}
