/// A provider as its descriptor says, after families were merged in and every rule was checked.
///
/// Names follow the descriptor language; Swift names are derived already (`case:` overrides them).
public struct ProviderDescriptor: Sendable, Hashable {
  /// The descriptor's file stem, such as `auth0`.
  public var id: String
  /// The name to show to people, such as `Auth0`.
  public var name: String
  /// Name of the generated Swift type.
  public var swiftType: String
  public var variables: [Variable]
  public var server: Server
  public var discovery: Discovery
  public var client: Client
  /// What an authorization request may carry, in the descriptor's order, the families' parameters last.
  public var parameters: [Parameter]
  public var scopes: Scopes
  public var tokenEncoding: BodyEncoding
  /// Absent when the provider issues no refresh tokens.
  public var refresh: Refresh?
  public var revocation: Revocation
  public var logout: Logout
  public var idToken: IDToken
  public var claims: Claims
  public var errors: [KnownError]
  public var docs: Docs
  public var provenance: Provenance
}

extension ProviderDescriptor {
  /// Something an app fills in once, such as its tenant's domain.
  public struct Variable: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A host name, a port allowed.
      case host
    }

    public var name: String
    public var swiftName: String
    public var kind: Kind
    public var example: String
    public var doc: String?
  }

  /// Authorization-server metadata as URL templates (RFC 8414 §2, OpenID Connect Discovery 1.0 §3).
  public struct Server: Sendable, Hashable {
    public var issuer: String
    public var authorizationEndpoint: String?
    public var tokenEndpoint: String?
    public var jwksURI: String?
    public var revocationEndpoint: String?
    public var endSessionEndpoint: String?
  }

  /// Whether missing metadata may be fetched from the issuer.
  public enum Discovery: String, Sendable, Hashable, CaseIterable {
    case runtime, none
  }

  /// How the client presents itself.
  public struct Client: Sendable, Hashable {
    public enum ClientType: String, Sendable, Hashable, CaseIterable {
      case `public`, confidential
    }

    /// Ways to present a secret, by their RFC 7591 names.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
      case clientSecretBasic = "client_secret_basic"
      case clientSecretPost = "client_secret_post"
    }

    public var types: [ClientType]
    public var authentication: [Authentication]
  }

  /// How a request body is written.
  public enum BodyEncoding: String, Sendable, Hashable, CaseIterable {
    case form, json
  }

  /// What becomes of a refresh token that was used.
  public struct Refresh: Sendable, Hashable {
    public enum Rotation: String, Sendable, Hashable, CaseIterable {
      case auto, rotate, none, configurable
    }

    public var rotation: Rotation
  }

  /// How tokens are revoked.
  public struct Revocation: Sendable, Hashable {
    public enum Style: String, Sendable, Hashable, CaseIterable {
      case rfc7009, none
    }

    public enum Token: String, Sendable, Hashable, CaseIterable {
      case refreshToken = "refresh_token"
      case accessToken = "access_token"
    }

    public var style: Style
    public var tokens: [Token]
  }

  /// How the browser session at the provider is ended.
  public struct Logout: Sendable, Hashable {
    public enum Style: String, Sendable, Hashable, CaseIterable {
      case rpInitiated = "rp_initiated"
      case custom, none
    }

    public enum IDTokenHint: String, Sendable, Hashable, CaseIterable {
      case required, never
      case whenAvailable = "when_available"
    }

    /// A parameter without a value that a caller may switch on.
    public struct Flag: Sendable, Hashable {
      public var name: String
      public var swiftName: String
      public var doc: String?
    }

    public var style: Style
    public var endpoint: String?
    public var redirectParameter: String
    public var idTokenHint: IDTokenHint
    /// Fixed parameters; `{client_id}` is filled in at run time.
    public var parameters: [String: String]
    public var flags: [Flag]
  }

  /// How ID tokens are verified.
  public struct IDToken: Sendable, Hashable {
    /// The signature algorithms that may be allowed, by their registered names.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
      case rs256 = "RS256"
      case rs384 = "RS384"
      case rs512 = "RS512"
      case ps256 = "PS256"
      case ps384 = "PS384"
      case ps512 = "PS512"
      case es256 = "ES256"
      case es384 = "ES384"
      case es512 = "ES512"
      case edDSA = "EdDSA"
    }

    public var required: Bool
    public var algorithms: [Algorithm]
    /// Tolerated difference between the clocks, in seconds.
    public var leewaySeconds: Int
  }
}

extension ProviderDescriptor {
  /// The generated type revokes tokens: there is an endpoint, or discovery may find one.
  public var canRevoke: Bool {
    revocation.style != .none && (server.revocationEndpoint != nil || discovery != .none)
  }

  /// The generated type ends the browser session too.
  public var canEndSession: Bool { logout.style != .none }
}
