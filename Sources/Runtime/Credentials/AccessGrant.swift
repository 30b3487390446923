import Foundation

/// A user's grant of access to an API. The client doesn't learn who the user is.
public struct AccessGrant: Sendable, Hashable {
  /// The granted scopes. A server may grant fewer scopes than the client requested, or different ones
  /// (RFC 6749 §3.3).
  public let scopes: [String]
  /// The time at which the access token expires, or `nil` if the server doesn't state it. The client refreshes the
  /// token if the server issued a refresh token.
  public let expiresAt: Date?

  init(_ credential: Credential) {
    (scopes, expiresAt) = (credential.scopes, credential.expiresAt)
  }
}
