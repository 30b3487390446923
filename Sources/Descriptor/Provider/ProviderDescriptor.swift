import AuthConfiguration

/// A provider as described by its descriptor, after families are merged in and every rule is checked.
///
/// The ``configuration`` contains the values that the runtime needs. The other properties contain the values that
/// generated code and documentation need: Swift names (which `case:` overrides), types, and descriptions.
public struct ProviderDescriptor: Sendable, Hashable {
  /// The name of the descriptor's file without its extension, such as `auth0`.
  public var id = ""
  /// The display name, such as `Auth0`.
  public var name = ""
  /// The name of the generated Swift type.
  public var swiftType = ""
  /// The values that the runtime needs.
  public var configuration = ProviderConfiguration(id: "", name: "")
  /// The security profile that every client of the provider meets.
  public var profile: SecurityProfile?
  /// The environments of the provider, each with its own values.
  public var environments: [Environment] = []
  /// The variables that an app fills in, such as its tenant's domain.
  public var variables: [Variable] = []
  /// The settings that the provider needs in addition to the client's ID and secret.
  public var settings: [Setting] = []
  /// The client types that the provider registers (RFC 6749 §2.1).
  public var clientTypes: [ClientType] = [.public]
  /// The parameters of authorization requests, in the descriptor's order. Inherited parameters come last.
  public var parameters: [Parameter] = []
  /// The types of authorization details.
  public var details: [Detail] = []
  /// The token exchanges.
  public var exchanges: [TokenExchange] = []
  /// The ways to start a sign-in without a browser.
  public var firstPartyStarts: [FirstPartyStep] = []
  /// The further steps of a sign-in without a browser.
  public var firstPartySteps: [FirstPartyStep] = []
  /// The scopes that are sent in the standard parameter.
  public var scopes = Scopes(name: "", swiftName: "scopes", isOpen: true, values: [])
  /// Groups of scopes, each sent in a separate parameter.
  public var scopeGroups: [Scopes] = []
  /// The flags that a caller of `signOut` may add.
  public var flags: [Flag] = []
  /// The members of the token response that the app needs.
  public var tokenFields: [TypedField] = []
  /// The members of the callback that the app needs.
  public var callbackFields: [TypedField] = []
  /// Whether the provider identifies the user. If it doesn't, the client only calls an API.
  public var identifiesUser = true
  /// The claims about the user.
  public var claims = Claims()
  /// The provider's known errors.
  public var errors: [KnownError] = []
  /// The grants to generate.
  public var flows: [Flow] = []
  /// Whether `introspection` allows the use of the introspection endpoint.
  public var allowsIntrospection = true
  /// Protocols that the app implements.
  public var hooks: [Hook] = []
  /// Whether a request, a signature, or a computed value requires the client secret.
  public var usesClientSecret = true
  /// The steps of registering an app, and other information for tutorials.
  public var docs = Docs()
  /// Sample responses, and the expected results of reading them.
  public var examples = Examples()
  /// The sources of the descriptor, and the date on which they were read.
  public var provenance = Provenance()
}

extension ProviderDescriptor {
  /// An environment of the provider, such as a sandbox.
  public struct Environment: Sendable, Hashable {
    /// The name in the descriptor, such as `sandbox`.
    public var name: String
    /// The name of the environment in Swift.
    public var swiftName: String
    /// A human-readable description, in one sentence.
    public var doc: String?
    /// Whether this is the default environment.
    public var isDefault: Bool
    /// The values in this environment.
    public var configuration: ProviderConfiguration
  }

  /// A value with a name in Swift.
  public struct NamedValue: Sendable, Hashable {
    /// The value in requests.
    public var rawValue: String
    /// The name of the value in Swift.
    public var caseName: String
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// A variable that an app fills in, such as its tenant's domain.
  public struct Variable: Sendable, Hashable {
    /// The name of the variable in templates: `{domain}`.
    public var name: String
    /// The name of the argument in Swift.
    public var swiftName: String
    /// The rule for valid values, with the default value.
    public var rule: ProviderConfiguration.Variable
    /// The documented values. If there's no pattern, only these are allowed.
    public var values: [NamedValue]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// A setting that the provider needs in addition to the client's ID and secret.
  public struct Setting: Sendable, Hashable {
    /// The type of a setting's value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A string, a whole number, or a Boolean.
      case string, int, bool
      /// A private key in PEM format.
      case pem
    }

    /// The name of the setting in templates.
    public var name: String
    /// The name of the argument in Swift.
    public var swiftName: String
    /// The type of the value.
    public var kind: Kind
    /// Whether the value is a secret, which is never shown.
    public var isSecret: Bool
    /// Whether the setting is optional.
    public var isOptional: Bool
    /// An example of a valid value.
    public var example: String?
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// A client type (RFC 6749 §2.1).
  public enum ClientType: String, Sendable, Hashable, CaseIterable {
    /// A client on a device without a secret, or a client on a server with a secret.
    case `public`, confidential
  }

  /// A parameter without a value that a caller of `signOut` may add.
  public struct Flag: Sendable, Hashable {
    /// The name of the parameter in requests.
    public var name: String
    /// The name of the argument in Swift.
    public var swiftName: String
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// A value in a response that the app reads under a Swift name.
  public struct TypedField: Sendable, Hashable {
    /// The key in the descriptor. For a callback's field, it's also the name of the parameter.
    public var key: String
    /// The name of the property in Swift.
    public var swiftName: String
    /// The Swift type of the value.
    public var type: ValueType
    /// Whether the value may be missing.
    public var isOptional: Bool
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// The Swift type of a value from a server.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// A string, a whole number, any number, a Boolean, a date and time, a URL, or any JSON.
    case string, int, number, bool, date, url, json
    /// A list of strings.
    case strings = "[string]"
  }

  /// A way to obtain tokens.
  public enum Flow: String, Sendable, Hashable, CaseIterable {
    /// A code that the client exchanges for tokens (RFC 6749 §4.1).
    case authorizationCode = "authorization_code"
    /// Tokens in the response from the browser, with or without a code (OpenID Connect Core 1.0 §3.3 and §3.2).
    case hybrid, implicit
    /// New tokens without involving the user (RFC 6749 §6).
    case refreshToken = "refresh_token"
    /// Sign-in on another device (RFC 8628).
    case deviceCode = "device_code"
    /// Sign-in that the user approves on their device, while the client polls (OpenID CIBA Core 1.0).
    case ciba
    /// Sign-in without a browser, in the provider's own app (draft-ietf-oauth-first-party-apps, which is a draft).
    case firstParty = "first_party"
    /// Tokens for the client itself (RFC 6749 §4.4).
    case clientCredentials = "client_credentials"
    /// Tokens for a JWT that a service account signs (RFC 7523).
    case jwtBearer = "jwt_bearer"
  }

  /// A protocol that the app implements for behavior that YAML can't describe.
  public enum Hook: String, Sendable, Hashable, CaseIterable {
    /// The app signs the request to the token endpoint.
    case signTokenRequest
    /// The app signs the requests about the user.
    case signUserInfoRequest
    /// The app converts token and userinfo responses to JSON.
    case decodeResponse
  }
}

extension ProviderDescriptor {
  /// Whether the generated type can refresh tokens.
  public var canRefresh: Bool { configuration.refresh != nil }
  /// Whether a refresh can request access tokens for several APIs.
  public var canChooseAudience: Bool { configuration.refresh?.audience != nil }

  /// Whether the generated type can revoke tokens: there's an endpoint, or discovery may provide one.
  public var canRevoke: Bool {
    let rules = configuration.revocation
    return rules.style != .none && (rules.endpoint != nil || configuration.mayHave(.revocation))
  }

  /// Whether the generated type can end the browser's session too.
  public var canEndSession: Bool { configuration.logout.style != .none }

  /// Whether the generated type can sign in a user on another device.
  public var hasDeviceFlow: Bool { flows.contains(.deviceCode) }

  /// Whether the generated type can ask a user to approve a sign-in on their device.
  public var hasBackchannelFlow: Bool { flows.contains(.ciba) }

  /// Whether the generated type can sign in a user without a browser.
  public var hasFirstPartyFlow: Bool { flows.contains(.firstParty) && identifiesUser }

  /// Whether the generated type can obtain tokens for the client itself.
  public var hasClientCredentials: Bool { flows.contains(.clientCredentials) }

  /// Whether the generated type can obtain tokens for a service account.
  public var hasJWTBearer: Bool { flows.contains(.jwtBearer) }

  /// Whether the generated type can introspect tokens: there's an endpoint, or discovery may provide one. Clients must
  /// authenticate to use it (RFC 7662 §2.1).
  public var canIntrospect: Bool {
    allowsIntrospection && clientTypes.contains(.confidential) && configuration.mayHave(.introspection)
  }

  /// Whether the generated type can request the user's claims: there's an endpoint, or discovery may provide one.
  public var hasUserInfo: Bool { identifiesUser && configuration.mayHave(.userInfo) }

  /// Whether an API can verify an access token, locally or by asking the server.
  public var hasResources: Bool { configuration.accessToken.format == .jwt || canIntrospect }

  /// Whether the app's own server exchanges the code.
  public var usesBackend: Bool { configuration.client.exchange == .backend }
}
