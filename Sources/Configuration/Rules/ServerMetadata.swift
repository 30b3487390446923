extension ProviderConfiguration {
  /// The URLs of the provider's endpoints. Every value is a URL template whose `{variables}` are filled in at run time.
  ///
  /// These values take precedence over discovery. Discovery provides an endpoint that is missing here, when it's
  /// needed.
  public struct ServerMetadata: RuleGroup {
    /// `issuer`: the issuer exactly as it appears in tokens, with or without a trailing slash, or `nil` for plain OAuth
    /// 2.0.
    public var issuer: TextTemplate?
    /// `authorization_endpoint`: the page that the browser opens (RFC 6749 §3.1).
    public var authorizationEndpoint: TextTemplate?
    /// `token_endpoint`: the endpoint that exchanges codes and refresh tokens (RFC 6749 §3.2).
    public var tokenEndpoint: TextTemplate?
    /// `jwks_uri`: the keys that verify ID tokens.
    public var jwksURI: TextTemplate?
    /// `userinfo_endpoint` (OpenID Connect Core 1.0 §5.3), or the provider's own endpoint for claims about the user.
    public var userInfoEndpoint: TextTemplate?
    /// `revocation_endpoint` (RFC 7009 §2).
    public var revocationEndpoint: TextTemplate?
    /// `end_session_endpoint` (RP-Initiated Logout 1.0 §2.1).
    public var endSessionEndpoint: TextTemplate?
    /// `device_authorization_endpoint`: the endpoint that issues codes for the user to enter (RFC 8628 §3.1).
    public var deviceAuthorizationEndpoint: TextTemplate?
    /// `backchannel_authentication_endpoint`: the endpoint that asks the user to approve a sign-in on their device
    /// (CIBA Core 1.0 §4).
    public var backchannelAuthenticationEndpoint: TextTemplate?
    /// `backchannel_token_delivery_modes_supported`: the ways in which the server delivers tokens (CIBA Core 1.0 §4). If
    /// it's empty, the discovery document lists them.
    public var backchannelDeliveries: [BackchannelDelivery] = []
    /// `authorization_challenge_endpoint`: the endpoint that asks the app for what the sign-in needs
    /// (draft-ietf-oauth-first-party-apps §4.1).
    public var authorizationChallengeEndpoint: TextTemplate?
    /// `introspection_endpoint`: the endpoint that reports whether a token is active (RFC 7662 §2).
    public var introspectionEndpoint: TextTemplate?
    /// `registration_endpoint`: the endpoint at which clients register themselves (RFC 7591 §3), or the provider's own.
    public var registrationEndpoint: TextTemplate?
    /// `mtls_endpoint_aliases`: the URLs that replace those of endpoints, by their names, if the client presents a
    /// certificate (RFC 8705 §5).
    public var mutualTLSAliases: [String: TextTemplate] = [:]
    /// `pushed_authorization_request_endpoint`: the endpoint that takes authorization requests directly from the client
    /// (RFC 9126 §2).
    public var pushedAuthorizationEndpoint: TextTemplate?
    /// `require_pushed_authorization_requests`: whether the server accepts only pushed authorization requests (RFC 9126
    /// §5). `nil` if only a discovery document can determine it.
    public var requiresPushedRequests: Bool?
    /// `authorization_signing_alg_values_supported`: the algorithms of signed authorization responses (JARM §4). If it's
    /// empty, the discovery document lists them, or they're those of ID tokens.
    public var authorizationAlgorithms: [SignatureAlgorithm] = []
    /// `authorization_response_iss_parameter_supported`: whether every callback contains its issuer, so that a callback
    /// without `iss` is rejected (RFC 9207 §2.4, §3). `nil` if only a discovery document can determine it.
    public var promisesIssuerParameter: Bool?
    /// Whether the app chooses the issuer at run time, so that it may be hostile. A descriptor's issuer isn't.
    public var issuerIsChosenAtRunTime = false

    public init() {}
  }

  /// The rules for fetching missing metadata (OpenID Connect Discovery 1.0 §4).
  public struct DiscoveryRules: RuleGroup {
    /// The time at which the client fetches the server's metadata.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
      /// The client fetches the metadata when an endpoint is missing.
      case runtime
      /// The client never fetches the metadata.
      case none
    }

    /// The time at which the client fetches the server's metadata.
    public var mode: Mode = .runtime
    /// The URL of the document, if it isn't derived from the issuer.
    public var url: TextTemplate?
    /// The issuer in the document, if it differs from the issuer in tokens.
    public var issuer: TextTemplate?
    /// Metadata fields of the document that are wrong and must be ignored.
    public var removed: [String] = []

    public init() {}
  }
}
