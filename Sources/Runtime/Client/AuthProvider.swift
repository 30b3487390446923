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

/// A provider that gives refresh tokens (RFC 6749 §6).
public protocol TokenRefreshing: AuthProvider {}

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
}

/// A scope of one provider. A string literal names one that the descriptor does not list.
public struct AuthScope<Provider: AuthProvider>: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }
}

extension AuthScope where Provider: DescribedProvider {
  /// What is asked for when the app names no scopes.
  public static var defaults: [Self] {
    Provider.configuration.scopes.defaults.map(Self.init(rawValue:))
  }
}
