extension ProviderConfiguration {
  /// The way in which a client gets its client ID.
  public struct RegistrationRules: RuleGroup {
    /// A way in which a client gets its client ID.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The developer registers the client with the provider and passes the client ID.
      case preregistered
      /// The client registers itself before the first sign-in (RFC 7591).
      case dynamic
      /// The client ID is the `https` URL of a document with the client's metadata (OAuth Client ID Metadata Document).
      case document
      /// The client registers itself at the provider's own endpoint, such as Mastodon's `POST /api/v1/apps`.
      case custom

      /// Whether the client registers itself.
      package var registersItself: Bool { self == .dynamic || self == .custom }
    }

    /// The way in which the client gets its client ID. A client that registers itself needs
    /// ``ServerMetadata/registrationEndpoint``, or finds it by discovery.
    public var kind: Kind = .preregistered
    /// The HTTP method of a custom request.
    public var method: Method = .post
    /// The encoding of a custom request. The standard's request is JSON.
    public var encoding: RequestEncoding = .form
    /// Additional header fields, such as an initial access token (RFC 7591 §3).
    public var headers: [String: TextTemplate] = [:]
    /// The parameters of a custom request, or additional metadata of the standard's request.
    ///
    /// `{redirect_uri}` is the first callback URL. `{redirect_uris}` are all of them, one per line.
    public var parameters: [String: TextTemplate] = [:]
    /// A signed statement about the software (RFC 7591 §2.3).
    public var softwareStatement: TextTemplate?
    /// The metadata that the client registers (RFC 7591 §2).
    public var metadata = ClientMetadata()
    /// The paths of the members of a custom response.
    public var response = RegistrationResponse()
    /// Whether the client must register an authentication method, because none of the provider's clients are public.
    public var isConfidential = false

    public init() {}
  }

  /// The metadata that a client registers (RFC 7591 §2). The client adds `redirect_uris` from its redirect, and
  /// `application_type` (OpenID Connect Dynamic Client Registration 1.0 §2).
  public struct ClientMetadata: RuleGroup {
    /// `client_name`: the name that users see on the consent page.
    public var clientName: TextTemplate = "{app_name}"
    /// `grant_types`. If empty, the grants that the configuration uses.
    public var grantTypes: [String] = []
    /// `response_types`. If empty, the response type of the configuration.
    public var responseTypes: [String] = []
    /// `contacts`: the email addresses of the people who are responsible for the client.
    public var contacts: [String] = []
    /// `token_endpoint_auth_method`. If it's `nil`, the client registers as a public client, or with a secret if the
    /// server doesn't list `none` among its methods. A confidential client always registers one of its methods.
    public var authenticationMethod: ClientAuthenticationMethod?
    /// `scope`: the scopes that the client may request, separated by spaces. If it's `nil`, the server decides.
    public var scope: TextTemplate?

    public init() {}
  }

  /// The paths of the members of a registration response, where a provider differs from RFC 7591 §3.2.1.
  public struct RegistrationResponse: RuleGroup {
    /// The path of the client ID.
    public var clientID: FieldPath = "client_id"
    /// The path of the client secret.
    public var clientSecret: FieldPath = "client_secret"
    /// The path of the time at which the secret expires, in seconds since 1970. 0 means that it never expires.
    public var clientSecretExpiresAt: FieldPath = "client_secret_expires_at"

    public init() {}
  }
}

extension ProviderConfiguration.RegistrationRules {
  /// The client registers itself before the first sign-in (RFC 7591).
  public static var dynamic: Self {
    var rules = Self()
    rules.kind = .dynamic
    return rules
  }
}
