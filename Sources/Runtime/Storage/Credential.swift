import Foundation

/// What a signed-in user's session consists of.
public struct Credential: Sendable, Hashable {
  /// For requests to APIs. Opaque to this client (RFC 6749 §1.4).
  public var accessToken: Secret
  /// For new tokens, where the server gave one.
  public var refreshToken: Secret?
  /// The last ID token as it came, needed to end the browser session.
  public var idToken: Secret?
  /// The verified claims of the last ID token that came.
  public var claims: Claims?
  /// When the access token stops being valid; `nil` when the server does not say.
  public var expiresAt: Date?
  /// What was granted.
  public var scopes: [String]

  init(
    accessToken: Secret, refreshToken: Secret?, idToken: Secret?, claims: Claims?, expiresAt: Date?, scopes: [String]
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.claims = claims
    self.expiresAt = expiresAt
    self.scopes = scopes
  }
}

extension Credential {
  private static let version = Int64(1)

  /// This credential as bytes for a ``CredentialStore``.
  ///
  /// They hold the tokens in clear text. Write them only where the platform protects them.
  public func encoded() -> Data {
    var fields: [String: JSONValue] = [
      "version": .integer(Self.version),
      "access_token": .string(accessToken.reveal()),
      "scopes": .array(scopes.map(JSONValue.string)),
    ]
    fields["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    fields["id_token"] = idToken.map { .string($0.reveal()) }
    fields["claims"] = claims.map { .object($0.all) }
    fields["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    // Texts and finite numbers always encode.
    return (try? JSONEncoder().encode(fields)) ?? Data()
  }

  /// Reads what ``encoded()`` made.
  ///
  /// - Throws: ``StoreFailure/corrupt`` when the bytes are something else. That is not a sign-out: say so to the caller.
  public init(encoded: Data) throws(StoreFailure) {
    guard let fields = JSONValue(parsing: encoded)?.object, fields["version"] == .integer(Self.version),
      let accessToken = fields["access_token"]?.string, let scopes = fields["scopes"]?.array
    else { throw .corrupt }
    self.accessToken = Secret(accessToken)
    self.scopes = scopes.compactMap(\.string)
    self.refreshToken = fields["refresh_token"]?.string.map { Secret($0) }
    self.idToken = fields["id_token"]?.string.map { Secret($0) }
    self.expiresAt = fields["expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    do { self.claims = try fields["claims"]?.object.map { all throws(ClaimFailure) in try Claims(all) } } catch {
      throw .corrupt
    }
  }
}
