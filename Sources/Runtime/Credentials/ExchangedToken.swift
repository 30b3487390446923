import Foundation

/// A token that the server issued in exchange for another one (RFC 8693 §2.2.1).
public struct ExchangedToken: Sendable, Hashable {
  /// The issued token. Its kind is ``issuedTokenType``, which isn't always an access token.
  public let token: Secret
  /// The type of the issued token, such as `urn:ietf:params:oauth:token-type:access_token` (RFC 8693 §3).
  public let issuedTokenType: String
  /// The way to use the token at an API: usually `Bearer`, or `N_A` if it isn't an access token.
  public let tokenType: String
  /// The time at which the token expires, or `nil` if the server doesn't state it.
  public let expiresAt: Date?
  /// The granted scopes.
  public let scopes: [String]
  /// The time at which the token was received.
  let obtainedAt: Date

  /// Whether the token is for requests to an API. If not, use it as ``issuedTokenType`` defines.
  public var isAccessToken: Bool { tokenType.lowercased() != "n_a" }
}

extension ExchangedToken {
  /// The largest number of exchanged tokens that a session stores. Platforms limit the size of an entry.
  static let maximumCount = 16

  /// Returns the token as a part of a stored credential.
  var encoded: JSONValue {
    var members: [String: JSONValue] = [
      "token": .string(token.reveal()), "issued_token_type": .string(issuedTokenType),
      "token_type": .string(tokenType), "scopes": .array(scopes.map(JSONValue.string)),
      "obtained_at": .number(obtainedAt.timeIntervalSince1970),
    ]
    members["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    return .object(members)
  }

  /// Returns `nil` for an invalid value, because the token can be requested again.
  init?(encoded: JSONValue) {
    guard let members = encoded.object, let token = members["token"]?.string,
      let issued = members["issued_token_type"]?.string, let type = members["token_type"]?.string,
      let obtainedAt = members["obtained_at"]?.number
    else { return nil }
    (self.token, issuedTokenType, tokenType) = (Secret(token), issued, type)
    scopes = members["scopes"]?.array?.compactMap(\.string) ?? []
    expiresAt = members["expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    self.obtainedAt = Date(timeIntervalSince1970: obtainedAt)
  }
}

extension Credential {
  /// Keeps a token, and removes those that have expired. If there are too many, the oldest is removed.
  ///
  /// - Parameter id: The exchange with its parameters.
  mutating func keep(_ token: ExchangedToken, of id: String, at date: Date) {
    exchangedTokens = exchangedTokens.filter { $0.value.expiresAt.map { $0 > date } ?? true }
    exchangedTokens[id] = token
    while exchangedTokens.count > ExchangedToken.maximumCount {
      guard let oldest = exchangedTokens.filter({ $0.key != id }).min(by: { $0.value.obtainedAt < $1.value.obtainedAt })
      else { return }
      exchangedTokens[oldest.key] = nil
    }
  }
}
