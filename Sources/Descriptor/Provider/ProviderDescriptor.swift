import AuthConfiguration

/// A provider as its descriptor says, after families were merged in and every rule was checked.
///
/// What the runtime needs to know is the ``configuration``; beside it stands what generated code and documentation need:
/// Swift names (`case:` overrides them), types and texts for people.
public struct ProviderDescriptor: Sendable, Hashable {
  /// The descriptor's file stem, such as `auth0`.
  public var id = ""
  /// The name to show to people, such as `Auth0`.
  public var name = ""
  /// Name of the generated Swift type.
  public var swiftType = ""
  /// The facts.
  public var configuration = ProviderConfiguration(id: "", name: "")
  /// Other places where the same provider runs, each with its own facts.
  public var environments: [Environment] = []
  /// What an app fills in, such as its tenant's domain.
  public var variables: [Variable] = []
  /// What the provider wants to know beside the client's id and secret.
  public var settings: [Setting] = []
  /// The kinds of client that the provider registers (RFC 6749 §2.1).
  public var clientTypes: [ClientType] = [.public]
  /// What an authorization request may carry, in the descriptor's order, the families' parameters last.
  public var parameters: [Parameter] = []
  /// The scopes of the first set.
  public var scopes = Scopes(name: "", swiftName: "scopes", isOpen: true, values: [])
  /// Further sets of scopes, each sent under its own parameter.
  public var scopeGroups: [Scopes] = []
  /// What a caller of `signOut` may switch on.
  public var flags: [Flag] = []
  /// Members of the token answer that the app needs.
  public var tokenFields: [TypedField] = []
  /// Members of the callback that the app needs.
  public var callbackFields: [TypedField] = []
  /// What is known of the user.
  public var claims = Claims()
  /// The errors that the provider is known to answer with.
  public var errors: [KnownError] = []
  /// The grants to generate.
  public var flows: [Flow] = []
  /// `introspection` does not switch it off.
  public var allowsIntrospection = true
  /// Protocols that the app implements.
  public var hooks: [Hook] = []
  /// How an app is registered, for people.
  public var docs = Docs()
  /// Real answers, and what they mean.
  public var examples = Examples()
  /// Where the facts come from, and when they were read.
  public var provenance = Provenance()
}

extension ProviderDescriptor {
  /// A place where the provider runs, such as a sandbox.
  public struct Environment: Sendable, Hashable {
    /// The name in the descriptor, such as `sandbox`.
    public var name: String
    /// What it is called in Swift.
    public var swiftName: String
    /// A sentence for people.
    public var doc: String?
    /// Whether clients use it when they name none.
    public var isDefault: Bool
    /// The facts there.
    public var configuration: ProviderConfiguration
  }

  /// A word with a name in Swift.
  public struct Word: Sendable, Hashable {
    /// The word as it is sent.
    public var word: String
    /// What it is called in Swift.
    public var caseName: String
    /// A sentence for people.
    public var doc: String?
  }

  /// Something an app fills in, such as its tenant's domain.
  public struct Variable: Sendable, Hashable {
    /// The name in templates: `{domain}`.
    public var name: String
    /// What the argument is called in Swift.
    public var swiftName: String
    /// Which values fit, and which one is taken when there is none.
    public var rule: ProviderConfiguration.Variable
    /// Documented values; a closed list unless there is a pattern.
    public var values: [Word]
    /// A sentence for people.
    public var doc: String?
  }

  /// Something that the provider wants to know beside the client's id and secret.
  public struct Setting: Sendable, Hashable {
    /// What a setting's value is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Text, a whole number, or a truth value.
      case string, int, bool
      /// A private key in PEM.
      case pem
    }

    /// The name in templates.
    public var name: String
    /// What the argument is called in Swift.
    public var swiftName: String
    /// What its value is.
    public var kind: Kind
    /// Whether it is a secret, and never shown.
    public var isSecret: Bool
    /// Whether a client works without it.
    public var isOptional: Bool
    /// A value of the right shape.
    public var example: String?
    /// A sentence for people.
    public var doc: String?
  }

  /// Whether a client can keep a secret (RFC 6749 §2.1).
  public enum ClientType: String, Sendable, Hashable, CaseIterable {
    /// A client on a device, without a secret, or one on a server, with a secret.
    case `public`, confidential
  }

  /// A parameter without a value that a caller of `signOut` may switch on.
  public struct Flag: Sendable, Hashable {
    /// The parameter on the wire.
    public var name: String
    /// What the argument is called in Swift.
    public var swiftName: String
    /// A sentence for people.
    public var doc: String?
  }

  /// Something of an answer that the app reads by a Swift name.
  public struct TypedField: Sendable, Hashable {
    /// What the descriptor files it under; a callback's field is called so on the wire.
    public var key: String
    /// What the property is called in Swift.
    public var swiftName: String
    /// The Swift type of its value.
    public var type: ValueType
    /// Whether an answer without it is good.
    public var isOptional: Bool
    /// A sentence for people.
    public var doc: String?
  }

  /// The Swift type of a value from a server.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// Text, a whole number, any number, a truth value, a time, a URL, or any JSON.
    case string, int, number, bool, date, url, json
    /// A list of texts.
    case strings = "[string]"
  }

  /// A way to tokens.
  public enum Flow: String, Sendable, Hashable, CaseIterable {
    /// A code, exchanged for tokens (RFC 6749 §4.1).
    case authorizationCode = "authorization_code"
    /// Tokens on the way back from the browser, with a code or alone (OpenID Connect Core 1.0 §3.3 and §3.2).
    case hybrid, implicit
    /// New tokens without the user (RFC 6749 §6).
    case refreshToken = "refresh_token"
    /// Sign-in on another device (RFC 8628).
    case deviceCode = "device_code"
    /// Tokens for the client itself (RFC 6749 §4.4).
    case clientCredentials = "client_credentials"
  }

  /// A protocol that the app implements, for what YAML cannot say.
  public enum Hook: String, Sendable, Hashable, CaseIterable {
    /// The app signs the request to the token endpoint.
    case signTokenRequest
  }
}

extension ProviderDescriptor {
  /// The generated type refreshes tokens.
  public var canRefresh: Bool { configuration.refresh != nil }
  /// Its refresh tokens bring access tokens for several APIs.
  public var canChooseAudience: Bool { configuration.refresh?.audience != nil }

  /// The generated type revokes tokens: there is an endpoint, or discovery may find one.
  public var canRevoke: Bool {
    let rules = configuration.revocation
    return rules.style != .none && (rules.endpoint != nil || configuration.mayHave(.revocation))
  }

  /// The generated type ends the browser session too.
  public var canEndSession: Bool { configuration.logout.style != .none }

  /// The generated type signs a user in on another device.
  public var hasDeviceFlow: Bool { flows.contains(.deviceCode) }

  /// The generated type gets tokens for the client itself.
  public var hasClientCredentials: Bool { flows.contains(.clientCredentials) }

  /// The generated type asks what the provider knows about a token: there is an endpoint, or discovery may find one. Who
  /// asks has to show who it is (RFC 7662 §2.1).
  public var canIntrospect: Bool {
    allowsIntrospection && clientTypes.contains(.confidential) && configuration.mayHave(.introspection)
  }

  /// The generated type requests the user's claims: there is an endpoint, or discovery may find one.
  public var hasUserInfo: Bool { configuration.mayHave(.userInfo) }

  /// An API can find out whether an access token is good: by itself, or by asking the server.
  public var hasResources: Bool { configuration.accessToken.format == .jwt || canIntrospect }

  /// The app's own server exchanges the code.
  public var usesBackend: Bool { configuration.client.exchange == .backend }
}
