import AuthConfiguration

/// A provider as its descriptor says, after families were merged in and every rule was checked.
///
/// What the runtime needs to know is the ``configuration``; beside it stands what generated code and documentation need:
/// Swift names (`case:` overrides them), types and texts for people.
public struct ProviderDescriptor: Sendable, Hashable {
  /// The descriptor's file stem, such as `auth0`.
  public var id: String
  /// The name to show to people, such as `Auth0`.
  public var name: String
  /// Name of the generated Swift type.
  public var swiftType: String
  /// The facts.
  public var configuration: ProviderConfiguration
  /// Other places where the same provider runs, each with its own facts.
  public var environments: [Environment]
  public var variables: [Variable]
  public var settings: [Setting]
  public var clientTypes: [ClientType]
  /// What an authorization request may carry, in the descriptor's order, the families' parameters last.
  public var parameters: [Parameter]
  public var scopes: Scopes
  public var scopeGroups: [Scopes]
  public var flags: [Flag]
  /// Members of the token answer that the app needs.
  public var tokenFields: [TypedField]
  public var callbackFields: [TypedField]
  public var claims: Claims
  public var errors: [KnownError]
  /// The grants to generate.
  public var flows: [Flow]
  /// `introspection` does not switch it off.
  public var allowsIntrospection: Bool
  public var hooks: [Hook]
  public var docs: Docs
  public var examples: Examples
  public var provenance: Provenance
}

extension ProviderDescriptor {
  /// A place where the provider runs, such as a sandbox.
  public struct Environment: Sendable, Hashable {
    public var name: String
    public var swiftName: String
    public var doc: String?
    public var isDefault: Bool
    public var configuration: ProviderConfiguration
  }

  /// A word with a name in Swift.
  public struct Word: Sendable, Hashable {
    public var word: String
    public var caseName: String
    public var doc: String?
  }

  /// Something an app fills in, such as its tenant's domain.
  public struct Variable: Sendable, Hashable {
    public var name: String
    public var swiftName: String
    public var rule: ProviderConfiguration.Variable
    /// Documented values; a closed list unless there is a pattern.
    public var values: [Word]
    public var doc: String?
  }

  /// Something that the provider wants to know beside the client's id and secret.
  public struct Setting: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case string, int, bool
      /// A private key in PEM.
      case pem
    }

    public var name: String
    public var swiftName: String
    public var kind: Kind
    public var isSecret: Bool
    public var isOptional: Bool
    /// A value of the right shape.
    public var example: String?
    public var doc: String?
  }

  public enum ClientType: String, Sendable, Hashable, CaseIterable {
    case `public`, confidential
  }

  /// A parameter without a value that a caller of `signOut` may switch on.
  public struct Flag: Sendable, Hashable {
    public var name: String
    public var swiftName: String
    public var doc: String?
  }

  /// Something of an answer that the app reads by a Swift name.
  public struct TypedField: Sendable, Hashable {
    /// What the descriptor files it under; a callback's field is called so on the wire.
    public var key: String
    public var swiftName: String
    public var type: ValueType
    public var isOptional: Bool
    public var doc: String?
  }

  /// The Swift type of a value from a server.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    case string, int, number, bool, date, url, json
    case strings = "[string]"
  }

  /// A way to tokens.
  public enum Flow: String, Sendable, Hashable, CaseIterable {
    case authorizationCode = "authorization_code"
    case hybrid, implicit
    case refreshToken = "refresh_token"
    case deviceCode = "device_code"
    case clientCredentials = "client_credentials"
  }

  /// A protocol that the app implements, for what YAML cannot say.
  public enum Hook: String, Sendable, Hashable, CaseIterable {
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
    let isKnown = rules.endpoint != nil || configuration.server.revocationEndpoint != nil
    return rules.style != .none && (isKnown || configuration.discovery.mode != .none)
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
    let rules = configuration.discovery
    let mayBeFound = rules.mode != .none && !rules.removed.contains("introspection_endpoint")
    let isKnown = configuration.server.introspectionEndpoint != nil || mayBeFound
    return allowsIntrospection && clientTypes.contains(.confidential) && isKnown
  }

  /// An API can find out whether an access token is good: by itself, or by asking the server.
  public var hasResources: Bool { configuration.accessToken.format == .jwt || canIntrospect }

  /// The app's own server exchanges the code.
  public var usesBackend: Bool { configuration.client.exchange == .backend }
}
