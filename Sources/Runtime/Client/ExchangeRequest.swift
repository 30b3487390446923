/// A provider that exchanges tokens (RFC 8693).
public protocol TokenExchanging: AuthProvider {}

/// One of the token exchanges that a descriptor declares, with its arguments.
///
/// Generated code offers a typed function for each exchange:
///
/// ```swift
/// let google = try await auth0.exchange(.vault(connection: "google-oauth2"))
/// ```
public struct ExchangeRequest<Provider: AuthProvider>: Sendable {
  /// The name of the exchange in the descriptor.
  public let name: String
  /// The token that is exchanged, if it isn't one of the session.
  public var subject: SubjectToken?
  /// The token of the party that acts for the subject, if it isn't one of the session.
  public var actor: SubjectToken?
  /// The logical name of the service that the token is for.
  public var audience: String?
  /// The URL of the service that the token is for.
  public var resource: String?
  /// The scopes to request.
  public var scopes: [String] = []
  /// The provider's own parameters.
  public var parameters = AuthorizationParameters()

  /// Creates a request for an exchange without arguments. Generated code offers typed functions that call this
  /// initializer.
  public init(_ name: String) {
    self.name = name
  }
}
