/// The types of a provider. What it can do is said by the protocols that it conforms to beside this one.
public protocol AuthProvider: Sendable {
  /// The signed-in user with the provider's typed claims.
  associatedtype User: AuthUser
  /// The errors that the provider is known to answer.
  associatedtype ErrorCode: ProviderErrorCode
}

/// A provider that generated code describes: its facts are known when the app is built.
public protocol DescribedProvider: AuthProvider {
  /// The facts.
  static var configuration: ProviderConfiguration { get }
}

/// A provider whose client exchanges the code itself.
public protocol DirectSignIn: AuthProvider {}

/// A provider whose code is exchanged by the app's own server, because the secret may not be on a device.
public protocol BackendSignIn: AuthProvider {}

/// A provider that gives refresh tokens (RFC 6749 §6).
public protocol TokenRefreshing: AuthProvider {}

/// A provider whose refresh tokens bring access tokens for several APIs.
public protocol AudienceChoosing: TokenRefreshing {}

/// A provider that revokes tokens (RFC 7009).
public protocol TokenRevoking: AuthProvider {}

/// A provider whose browser session can be ended.
public protocol SessionEnding: AuthProvider {}

/// A user, made of verified claims.
public protocol AuthUser: Sendable, Hashable {
  /// All claims of the ID token.
  var claims: Claims { get }

  /// - Throws: ``ClaimFailure`` when a claim is missing or has another type than the provider promises.
  init(claims: Claims) throws(ClaimFailure)
}

extension AuthUser {
  /// `sub`: the user's identifier, unique and never reassigned within the issuer. The only key to file data under.
  public var subject: String { claims.subject }
  /// The key to file the user's data under: the provider's own where its descriptor names one, else ``subject``.
  public var id: String { claims.identity ?? claims.subject }
}

/// A word of a provider. A string literal names one that the descriptor does not list.
public protocol ScopeValue: Sendable, Hashable, RawRepresentable<String>, ExpressibleByStringLiteral {
  /// The scope as it stands on the wire.
  init(rawValue: String)
}

extension ScopeValue {
  /// A scope by its name on the wire, such as `"read:timesheets"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

/// A scope of one provider. A string literal names one that the descriptor does not list.
public struct AuthScope<Provider: AuthProvider>: ScopeValue {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
