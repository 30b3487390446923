extension ProviderConfiguration {
  /// The rules for refreshing tokens (RFC 6749 §6).
  public struct RefreshRules: RuleGroup {
    /// The handling of a refresh token after its use.
    public enum Rotation: String, Sendable, Hashable, CaseIterable {
      /// The old refresh token is kept if the response doesn't contain a new one.
      case auto
      /// Each response contains a new refresh token. At most providers, the old one becomes invalid.
      case rotate
      /// The refresh token stays the same.
      case none
      /// A setting at the provider determines the behavior.
      case configurable
    }

    /// The token that the client exchanges for new tokens.
    public enum Token: String, Sendable, Hashable, CaseIterable {
      /// The refresh token (RFC 6749 §6).
      case refreshToken = "refresh_token"
      /// The access token, if the provider extends it.
      case accessToken = "access_token"
    }

    /// Whether the refresh token changes with every use.
    public var rotation: Rotation = .auto
    /// The token that the client exchanges for new tokens.
    public var exchangedToken: Token = .refreshToken
    /// The endpoint that refreshes tokens, or `nil` for the token endpoint.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method = .post
    /// The encoding of the request.
    public var encoding: RequestEncoding = .form
    /// The value of `grant_type`, or `nil` if the provider doesn't accept the parameter.
    public var grantType: String? = "refresh_token"
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]
    /// Additional parameters, by name.
    public var parameters: [String: TextTemplate] = [:]
    /// Standard parameters that the provider doesn't accept.
    public var omitted: [String] = []
    /// The time before a token's expiry at which the client refreshes it, if that's longer than a call requires.
    public var early: Duration = .zero
    /// The error codes that mean that the token is no longer valid and that end the session (RFC 6749 §5.2).
    public var sessionEndingErrors = ["invalid_grant"]
    /// The parameter that selects another API for the access token, or `nil` if there's only one API.
    public var audience: String?
    /// The rules for reading the response, if it differs from the response to a code.
    public var response: ResponseRules?

    public init() {}
  }

  /// The rules for revoking tokens.
  public struct RevocationRules: RuleGroup {
    /// The protocol for revoking tokens.
    public enum Style: String, Sendable, Hashable, CaseIterable {
      /// RFC 7009.
      case rfc7009
      /// The provider's own protocol, as the other rules describe it.
      case custom
      /// The provider doesn't support revocation.
      case none
    }

    /// A token that the endpoint accepts (RFC 7009 §2.1).
    public enum Token: String, Sendable, Hashable, CaseIterable {
      /// The refresh token.
      case refreshToken = "refresh_token"
      /// The access token.
      case accessToken = "access_token"
    }

    /// The protocol for revoking tokens.
    public var style: Style = .rfc7009
    /// The kinds of tokens to revoke, in this order.
    public var tokens: [Token] = [.refreshToken, .accessToken]
    /// The endpoint that revokes tokens, or `nil` for the revocation endpoint of the metadata.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method = .post
    /// The encoding of the request.
    public var encoding: RequestEncoding = .form
    /// The client authentication method, if it differs from the token endpoint's.
    public var authentication: ClientAuthenticationMethod?
    /// The way to send the token, if it isn't the parameter `token`.
    public var presentation: TokenPresentation?
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]
    /// Additional parameters, by name.
    public var parameters: [String: TextTemplate] = [:]

    public init() {}
  }

  /// The rules for ending the browser's session with the provider.
  public struct LogoutRules: RuleGroup {
    /// The protocol for ending the browser's session.
    public enum Style: String, Sendable, Hashable, CaseIterable {
      /// OpenID Connect RP-Initiated Logout 1.0, at `end_session_endpoint`.
      case rpInitiated = "rp_initiated"
      /// The provider's own page, at `endpoint`.
      case custom
      /// The provider doesn't have a logout page, so only local state is cleared.
      case none
    }

    /// Whether the request includes the ID token, which identifies the session to end (RP-Initiated Logout 1.0 §2).
    public enum IDTokenHint: String, Sendable, Hashable, CaseIterable {
      /// The ID token is required.
      case required
      /// The ID token is sent if the session has one.
      case whenAvailable = "when_available"
      /// The ID token isn't sent.
      case never
    }

    /// The protocol for ending the browser's session.
    public var style: Style = .none
    /// The URL template of the page, for `custom`.
    public var endpoint: TextTemplate?
    /// The parameter that contains the URL to which the browser returns.
    public var redirectParameter = "post_logout_redirect_uri"
    /// Whether the request includes the ID token.
    public var idTokenHint: IDTokenHint = .whenAvailable
    /// Additional parameters. A parameter is omitted if one of its placeholders can't be filled in.
    public var parameters: [String: TextTemplate] = [:]
    /// Parameters without a value that a caller may add, such as Auth0's `federated`.
    public var flags: [String] = []

    public init() {}
  }

  /// The lifetimes of tokens if a response doesn't contain them.
  public struct Lifetimes: RuleGroup {
    /// The lifetime of access tokens, or `nil` if unknown.
    public var accessToken: Duration?
    /// The lifetime of refresh tokens, or `nil` if unknown.
    public var refreshToken: Duration?
    /// The lifetime of ID tokens, or `nil` if unknown.
    public var idToken: Duration?
    /// The lifetime of codes, or `nil` if unknown.
    public var authorizationCode: Duration?

    public init() {}
  }

  /// A known error of the provider.
  public struct KnownError: RuleItem {
    /// The error's name as a Swift case, such as `accessDenied`.
    public var caseName: String
    /// The recovery from the error.
    public var recovery: RecoveryKind
    /// A human-readable description of the error.
    public var summary: String
    /// A condition that recognizes the error in a response whose `error` has another value.
    public var match: Predicate?

    /// Creates an error. If several errors have the same code, `match` identifies this one.
    public init(_ caseName: String, _ recovery: RecoveryKind, _ summary: String, match: Predicate? = nil) {
      self.caseName = caseName
      self.recovery = recovery
      self.summary = summary
      self.match = match
    }

    public static var standard: Self { Self("", .retry, "") }
    public static var positionalCount: Int { 3 }
  }

  /// The recovery from an error. The raw value is its name in a descriptor.
  public enum RecoveryKind: String, Sendable, Hashable, CaseIterable {
    /// Retry the same request.
    case retry
    /// Retry the same request later.
    case retryLater = "retry_later"
    /// Sign in again.
    case reauthenticate
    /// Change the settings at the provider or in the app.
    case fixConfiguration = "fix_configuration"
    /// Ask the organization's administrator to act.
    case contactAdministrator = "contact_admin"
    /// Ask the user to act outside the app.
    case contactUser = "contact_user"
    /// Request the user's consent in a new sign-in.
    case requestConsent = "request_consent"
    /// Update the app.
    case updateApp = "update_app"
  }
}
