/// A provider. It conforms to another protocol for each of its capabilities.
public protocol AuthProvider: Sendable {
  /// The known error codes of the provider.
  associatedtype ErrorCode: ProviderErrorCode
}

/// A provider that identifies the user to the client, or grants access to an API.
public protocol SessionDescribing: AuthProvider {
  /// The description of a session: the signed-in user, or the grant of access.
  associatedtype SessionValue: Sendable, Hashable
}

/// A provider that identifies the user to the client.
public protocol UserIdentifying: SessionDescribing where SessionValue == User {
  /// The signed-in user with the provider's typed claims.
  associatedtype User: AuthUser
}

/// A provider that is described by generated code.
public protocol DescribedProvider: AuthProvider {
  /// The configuration of the provider.
  static var configuration: ProviderConfiguration { get }
}

/// A provider that grants access to an API, but doesn't identify the user to the client.
public protocol AccessGranting: SessionDescribing where SessionValue == AccessGrant {}

/// A provider whose client exchanges the code itself.
public protocol DirectExchanging: AuthProvider {}

/// A provider whose client exchanges the code itself, and that identifies the user.
public protocol DirectSignIn: DirectExchanging, UserIdentifying {}

/// A provider whose client exchanges the code itself, for access to an API.
public protocol DirectAuthorization: DirectExchanging, AccessGranting {}

/// A provider whose code is exchanged by the app's own server, because a device can't keep the secret.
public protocol BackendExchanging: AuthProvider {}

/// A provider whose code the app's own server exchanges, and that identifies the user.
public protocol BackendSignIn: BackendExchanging, UserIdentifying {}

/// A provider whose code the app's own server exchanges, for access to an API.
public protocol BackendAuthorization: BackendExchanging, AccessGranting {}

/// A provider that issues refresh tokens (RFC 6749 §6).
public protocol TokenRefreshing: AuthProvider {}

/// A provider whose refresh tokens can be exchanged for access tokens of several APIs.
public protocol AudienceChoosing: TokenRefreshing {}

/// A provider that revokes tokens (RFC 7009).
public protocol TokenRevoking: AuthProvider {}

/// A provider whose browser session can be ended.
public protocol SessionEnding: AuthProvider {}

/// A user, with verified claims.
public protocol AuthUser: Sendable, Hashable {
  /// All claims of the ID token.
  var claims: Claims { get }

  /// Creates a user from its claims.
  ///
  /// - Throws: ``ClaimFailure`` if a claim is missing or doesn't have the type that the provider documents.
  init(claims: Claims) throws(ClaimFailure)
}

extension AuthUser {
  /// The `sub` claim: an identifier of the user that is unique within the issuer and never reassigned.
  public var subject: String { claims.subject }
  /// The key for the user's data: the identifier that the descriptor names, or else ``subject``.
  public var id: String { claims.identity ?? claims.subject }
}

/// A value of a provider, such as a scope. For a value that the descriptor doesn't list, use a string literal.
public protocol ScopeValue: Sendable, Hashable, RawRepresentable<String>, ExpressibleByStringLiteral {
  /// Creates a scope from the string that is sent to the server.
  init(rawValue: String)
}

extension ScopeValue {
  /// Creates a scope from a string literal, such as `"read:timesheets"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

/// A scope of one provider. For a scope that the descriptor doesn't list, use a string literal.
public struct AuthScope<Provider: AuthProvider>: ScopeValue {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
