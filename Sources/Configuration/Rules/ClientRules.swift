extension ProviderConfiguration {
  /// The way in which the client authenticates at the token endpoint (RFC 6749 §2.3).
  public struct ClientRules: RuleGroup {
    /// The party that exchanges the code.
    public enum Exchange: String, Sendable, Hashable, CaseIterable {
      /// The client that requested the code.
      case direct
      /// The app's own server, because the secret must not be on a device.
      case backend
    }

    /// The authentication methods for clients with a secret, in order of preference.
    ///
    /// A client without a secret sends its `client_id` in the body.
    public var authentication: [ClientAuthenticationMethod] = [.standard]
    /// The header that ``ClientAuthenticationMethod/secretHeader`` uses.
    public var secretHeader: String?
    /// The format of HTTP Basic credentials (RFC 6749 §2.3.1).
    public var basic = BasicRules()
    /// The party that exchanges the code.
    public var exchange: Exchange = .direct
    /// Settings that the provider needs in addition to the client's ID and secret, such as a team ID.
    public var settings: [Setting] = []
    /// A signed JWT that replaces the secret.
    public var secretJWT: ClientJWT?
    /// The JWT that authenticates the client (RFC 7523 §2.2), where it differs from the standards. It may contain the
    /// key of ``ClientAuthenticationMethod/privateKeyJWT``. If it doesn't, the app passes the key to the client.
    /// Of the rules, ``ClientAuthenticationMethod/clientSecretJWT`` uses only the claims and the audience.
    public var assertion: ClientJWT?
    /// Whether the client's access tokens are bound to its certificate (RFC 8705 §3). The client then presents the
    /// certificate to APIs, too.
    public var certificateBoundTokens = false
    /// The name that the provider assigned to the callback URL. Requests contain the name instead of the URL.
    public var redirectAlias: TextTemplate?
    /// The kinds of callback URLs to which the browser may return.
    public var callbacks = CallbackKinds()
    /// The way in which the client gets its client ID.
    public var registration = RegistrationRules()
    /// The rules for tokens that are bound to a key of the client.
    public var dpop = DPoPRules()

    public init() {}
  }

  /// Differences between the provider's HTTP Basic and RFC 6749 §2.3.1.
  public struct BasicRules: RuleGroup {
    /// Whether the ID and the secret are form-urlencoded before Base64.
    public var isEncoded = true
    /// Whether a client without a secret sends an empty one.
    public var sendsEmptySecret = false
    /// Whether the body contains the client ID too.
    public var repeatsClientID = false

    public init() {}
  }

  /// A setting that the provider needs in addition to the client's ID and secret.
  public struct Setting: RuleItem {
    /// The name of the setting in templates.
    public var name: String
    /// Whether the value is a secret.
    public var isSecret: Bool
    /// Whether the setting is optional.
    public var isOptional: Bool

    /// Creates a setting that the provider needs in addition to the client's ID and secret.
    public init(name: String, isSecret: Bool = false, isOptional: Bool = false) {
      self.name = name
      self.isSecret = isSecret
      self.isOptional = isOptional
    }

    public static var standard: Self { Self(name: "") }
  }

  /// A JWT that the client's private key signs for every request. It's sent as the client secret or as a client
  /// assertion.
  public struct ClientJWT: RuleItem {
    /// The allowed signature algorithms, in order of preference. The client uses the first one that the key supports,
    /// and prefers those that the server's metadata lists. If empty, the key determines the algorithm.
    public var algorithms: [SignatureAlgorithm]
    /// The value of the `kid` header, if there is one (RFC 7515 §4.1.4).
    public var keyID: TextTemplate?
    /// The private key, in PEM format. If it's empty, the app passes the key of an assertion to the client.
    public var key: TextTemplate
    /// The time for which the JWT is valid. An assertion that the app's key signs is valid for a minute at most.
    public var lifetime: Duration
    /// Additional claims, by name.
    public var claims: [String: TextTemplate]
    /// The audience of a client assertion. A client secret doesn't use it.
    public var audience: Audience

    /// The audience of a client assertion: the value of `aud` with which a server identifies itself.
    public enum Audience: String, Sendable, Hashable, CaseIterable {
      /// The issuer, or the URL of the request if the provider has none. FAPI 2.0 requires it.
      case issuer
      /// The URL of the token endpoint, also in requests to other endpoints (RFC 7523 §3).
      case tokenEndpoint = "token_endpoint"
      /// The URL of the request.
      case endpoint
    }

    /// Creates the rules of a JWT that is signed for each request.
    public init(
      algorithms: [SignatureAlgorithm] = [], keyID: TextTemplate? = nil, key: TextTemplate = "",
      lifetime: Duration = .seconds(300), claims: [String: TextTemplate] = [:], audience: Audience = .issuer
    ) {
      self.algorithms = algorithms
      self.keyID = keyID
      self.key = key
      self.lifetime = lifetime
      self.claims = claims
      self.audience = audience
    }

    public static var standard: Self { Self() }
  }

  /// The kinds of callback URLs that the provider accepts.
  public struct CallbackKinds: RuleGroup {
    /// Callback URLs with the app's own scheme (RFC 8252 §7.1).
    public var customScheme = CallbackKind()
    /// `https` URLs that open the app (RFC 8252 §7.2).
    public var https = CallbackKind()
    /// Loopback URLs, with a port on the same machine (RFC 8252 §7.3).
    public var loopback = CallbackKind()

    public init() {}
  }

  /// A kind of callback URL.
  public struct CallbackKind: RuleGroup {
    /// The ports that the provider accepts.
    public enum Port: String, Sendable, Hashable, CaseIterable {
      /// Only a port that was registered.
      case registered
      /// Any port (RFC 8252 §7.3).
      case any
    }

    /// Whether the provider accepts this kind of URL.
    public var isAllowed = true
    /// The only allowed hosts. If empty, all hosts are allowed.
    public var hosts: [String] = []
    /// Whether the port has to be registered.
    public var port: Port = .registered
    /// The scope groups that must not be requested with this kind of callback URL: `scopes.GROUP`.
    public var forbidden: [String] = []

    public init() {}
  }
}
