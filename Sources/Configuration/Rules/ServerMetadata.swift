extension ProviderConfiguration {
  /// Where the provider's endpoints are. Every value is a URL template whose `{variables}` are filled in at run time.
  ///
  /// What stands here wins; a missing endpoint is looked up by discovery when it is needed.
  public struct ServerMetadata: RuleGroup {
    /// `issuer`: exactly as tokens spell it, trailing slash or not; `nil` for plain OAuth 2.0.
    public var issuer: TextTemplate?
    /// `authorization_endpoint`: where the browser goes (RFC 6749 §3.1).
    public var authorizationEndpoint: TextTemplate?
    /// `token_endpoint`: where codes and refresh tokens are exchanged (RFC 6749 §3.2).
    public var tokenEndpoint: TextTemplate?
    /// `jwks_uri`: the keys that ID tokens are signed with.
    public var jwksURI: TextTemplate?
    /// `userinfo_endpoint` (OpenID Connect Core 1.0 §5.3), or the provider's own page about the user.
    public var userInfoEndpoint: TextTemplate?
    /// `revocation_endpoint` (RFC 7009 §2).
    public var revocationEndpoint: TextTemplate?
    /// `end_session_endpoint` (RP-Initiated Logout 1.0 §2.1).
    public var endSessionEndpoint: TextTemplate?
    /// `device_authorization_endpoint`: where a code to show to the user comes from (RFC 8628 §3.1).
    public var deviceAuthorizationEndpoint: TextTemplate?
    /// `introspection_endpoint`: what the server knows about a token (RFC 7662 §2).
    public var introspectionEndpoint: TextTemplate?
    /// `authorization_response_iss_parameter_supported`: whether every callback names its issuer, so that one without `iss`
    /// is rejected (RFC 9207 §2.4, §3); `nil` where only a discovery document can tell.
    public var promisesIssuerParameter: Bool?
    /// Whether the app names the issuer at run time, so that it may be a hostile one. A descriptor's issuer isn't.
    public var issuerIsChosenAtRunTime = false

    public init() {}
  }

  /// Whether and how missing metadata is fetched (OpenID Connect Discovery 1.0 §4).
  public struct DiscoveryRules: RuleGroup {
    /// When the server's metadata is asked for.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// When an endpoint is missing.
      case runtime
      /// Never.
      case none
    }

    /// When the server's metadata is asked for.
    public var mode: Mode = .runtime
    /// Where the document stands, if not below the issuer.
    public var url: TextTemplate?
    /// The issuer as the document spells it, if not as tokens do.
    public var issuer: TextTemplate?
    /// Metadata of the document that is wrong and not used.
    public var removed: [String] = []

    public init() {}
  }
}
