extension ProviderConfiguration {
  /// How the client presents itself at the token endpoint (RFC 6749 §2.3).
  public struct ClientRules: RuleGroup {
    /// Who exchanges the code.
    public enum Exchange: String, Sendable, Hashable, CaseIterable {
      /// The client that asked for it.
      case direct
      /// The app's own server, because the secret may not be on a device.
      case backend
    }

    /// Methods by which a client with a secret authenticates, the preferred one first.
    ///
    /// A client without a secret sends its `client_id` in the body.
    public var authentication: [ClientAuthenticationMethod] = [.standard]
    /// The header that ``ClientAuthenticationMethod/secretHeader`` uses.
    public var secretHeader: String?
    /// How HTTP Basic is written (RFC 6749 §2.3.1).
    public var basic = BasicRules()
    /// Who exchanges the code.
    public var exchange: Exchange = .direct
    /// What the provider wants to know beside id and secret, such as a team's id.
    public var settings: [Setting] = []
    /// A signed JWT that stands in the secret's place, or is sent as ``ClientAuthenticationMethod/privateKeyJWT``.
    public var secretJWT: SecretJWT?
    /// Where the browser may come back to.
    public var callbacks = CallbackKinds()

    public init() {}
  }

  /// Where a provider's HTTP Basic differs from RFC 6749 §2.3.1.
  public struct BasicRules: RuleGroup {
    /// Id and secret are form-urlencoded before Base64.
    public var isEncoded = true
    /// A client without a secret sends an empty one.
    public var sendsEmptySecret = false
    /// The body holds the id too.
    public var repeatsClientID = false

    public init() {}
  }

  /// Something that the provider wants to know beside id and secret.
  public struct Setting: RuleItem {
    /// The name in templates.
    public var name: String
    /// Whether it is kept as a secret.
    public var isSecret: Bool
    /// Whether a client works without it.
    public var isOptional: Bool

    /// Something that the provider wants to know beside the client's id and secret.
    public init(name: String, isSecret: Bool = false, isOptional: Bool = false) {
      self.name = name
      self.isSecret = isSecret
      self.isOptional = isOptional
    }

    public static var standard: Self { Self(name: "") }
  }

  /// A JWT that is made for every request: sent as the client secret, or as an assertion of who the client is.
  public struct SecretJWT: RuleItem {
    /// The algorithm of the signature.
    public var algorithm: SignatureAlgorithm
    /// The header's `kid`, if there is one (RFC 7515 §4.1.4).
    public var keyID: TextTemplate?
    /// The private key in PEM.
    public var key: TextTemplate
    /// How long the JWT is good.
    public var lifetime: Duration
    /// Further claims, by their names.
    public var claims: [String: TextTemplate]

    /// A client secret that is a JWT, signed anew for every request.
    public init(
      algorithm: SignatureAlgorithm = .es256, keyID: TextTemplate? = nil, key: TextTemplate = "",
      lifetime: Duration = .seconds(300), claims: [String: TextTemplate] = [:]
    ) {
      self.algorithm = algorithm
      self.keyID = keyID
      self.key = key
      self.lifetime = lifetime
      self.claims = claims
    }

    public static var standard: Self { Self() }
  }

  /// Which kinds of callback addresses the provider accepts.
  public struct CallbackKinds: RuleGroup {
    /// A scheme of the app's own (RFC 8252 §7.1).
    public var customScheme = CallbackKind()
    /// An `https` address that opens the app (RFC 8252 §7.2).
    public var https = CallbackKind()
    /// A port of the machine itself (RFC 8252 §7.3).
    public var loopback = CallbackKind()

    public init() {}
  }

  /// One kind of callback address.
  public struct CallbackKind: RuleGroup {
    /// Which ports the provider takes.
    public enum Port: String, Sendable, Hashable, CaseIterable {
      /// Only a port that was registered.
      case registered
      /// Any port (RFC 8252 §7.3).
      case any
    }

    /// Whether the provider takes such addresses.
    public var isAllowed = true
    /// The only hosts, when there are any.
    public var hosts: [String] = []
    /// Whether the port has to be registered.
    public var port: Port = .registered
    /// What must not be asked for with such a callback: `scopes.GROUP`.
    public var forbidden: [String] = []

    public init() {}
  }
}
