extension ProviderConfiguration {
  /// The rules for sign-ins that the user approves on their device, while the client polls (OpenID Connect
  /// Client-Initiated Backchannel Authentication Core 1.0).
  public struct BackchannelRules: RuleGroup {
    /// The format of a login hint.
    public enum LoginHintFormat: String, Sendable, Hashable, CaseIterable {
      /// The hint itself (CIBA Core 1.0 §7.1).
      case plain
      /// A JSON object with the issuer and the user's `sub` (RFC 9493 §3.2.4).
      case issuerAndSubject = "iss_sub"
    }

    /// The grant type in the token request (CIBA Core 1.0 §10.1).
    public var grantType = "urn:openid:params:grant-type:ciba"
    /// The client authentication method in both requests, if it differs from the token endpoint's.
    public var authentication: ClientAuthenticationMethod?
    /// Whether the client signs authentication requests with its private key (CIBA Core 1.0 §7.1.1).
    public var isSigned = false
    /// The format of a login hint.
    public var loginHint: LoginHintFormat = .plain
    /// Additional parameters of the authentication request.
    public var parameters: [String: TextTemplate] = [:]
    /// Additional parameters of the token request.
    public var tokenParameters: [String: TextTemplate] = [:]

    public init() {}
  }

  /// The way in which a server delivers the tokens of a backchannel authentication (CIBA Core 1.0 §5).
  public enum BackchannelDelivery: String, Sendable, Hashable, CaseIterable {
    /// The client polls the token endpoint. Clients of this package support only this mode.
    case poll
    /// The server notifies the client, which then requests the tokens.
    case ping
    /// The server sends the tokens to the client.
    case push
  }
}
