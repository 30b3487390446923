import Foundation

/// The tokens that another library, or the app's own code, kept for a signed-in user. A client takes them over with
/// `AuthClient.adopt(_:)`.
///
/// Leave out the values that the other library doesn't have. The more there is, the more the client can verify:
///
/// ```swift
/// let old = ImportedCredential(refreshToken: Secret(refreshToken), idToken: Secret(idToken))
/// let user = try await auth0.adopt(old)
/// ```
public struct ImportedCredential: Sendable {
  /// The refresh token. The client exchanges it at once.
  public var refreshToken: Secret?
  /// The access token. It's used only if the provider issues no refresh token.
  public var accessToken: Secret?
  /// The time at which the access token expires, or `nil` if it's unknown.
  public var expiresAt: Date?
  /// The last ID token, even if it has expired. The new tokens must then be about the same user.
  public var idToken: Secret?
  /// The granted scopes, or an empty list if they're unknown.
  public var scopes: [String]
  /// The client ID that the tokens were issued to, or `nil` if it's that of the client.
  public var clientID: String?
  /// The secret of a client that registered itself (RFC 7591 §3.2.1).
  public var clientSecret: Secret?
  /// The private key that the tokens are bound to, or `nil` if they are bearer tokens (RFC 9449). Tokens that are bound to a
  /// certificate need none: create the client with that certificate.
  public var key: PrivateKey?
  /// The values of the variables that the provider returned at sign-in, such as a shop's name.
  public var variables: [String: String]

  /// Creates a credential from the values that the other library kept.
  public init(
    refreshToken: Secret? = nil, accessToken: Secret? = nil, expiresAt: Date? = nil, idToken: Secret? = nil,
    scopes: [String] = [], clientID: String? = nil, clientSecret: Secret? = nil, key: PrivateKey? = nil,
    variables: [String: String] = [:]
  ) {
    (self.refreshToken, self.accessToken, self.expiresAt) = (refreshToken, accessToken, expiresAt)
    (self.idToken, self.scopes, self.clientID, self.clientSecret) = (idToken, scopes, clientID, clientSecret)
    (self.key, self.variables) = (key, variables)
  }
}

extension ImportedCredential: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "refreshToken": refreshToken as Any, "accessToken": accessToken as Any, "idToken": idToken as Any,
        "expiresAt": expiresAt as Any, "scopes": scopes, "clientID": clientID as Any,
        "clientSecret": clientSecret as Any, "variables": variables.keys.sorted(),
      ])
  }
}
