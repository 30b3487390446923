import Foundation

/// What a signed-in user's session consists of.
public struct Credential: Sendable, Hashable {
  /// For requests to APIs. Opaque to this client (RFC 6749 §1.4). Empty where the sign-in brought an ID token alone.
  public var accessToken: Secret
  /// For new tokens, where the server gave one.
  public var refreshToken: Secret?
  /// The last ID token as it came, needed to end the browser session.
  public var idToken: Secret?
  /// What is known about the user: the verified claims of the last ID token that came, over those of the ones before it and
  /// what the provider told. A claim that a refreshed token leaves out stays as it was.
  public var claims: Claims?
  /// When the access token stops being valid; `nil` when the server does not say.
  public var expiresAt: Date?
  /// When the refresh token stops being valid; `nil` when the server does not say.
  public var refreshExpiresAt: Date?
  /// What was granted.
  public var scopes: [String]
  /// Members of the token answer that the descriptor names.
  public internal(set) var fields: [String: JSONValue] = [:]
  /// Further access tokens, by the names of their sets.
  public internal(set) var sets: [String: Secret] = [:]
  /// What was filled into the provider's URLs for this sign-in, such as a shop's name.
  public internal(set) var variables: [String: String] = [:]

  /// Parameters of the sign-in's callback that the descriptor names.
  public internal(set) var callback: [String: String] = [:]

  /// The address that the code came to, which some servers want to see again.
  var redirectURI: String?

  init(_ response: TokenResponse, claims: Claims?, after grant: AuthorizationGrant, variables: [String: String]) {
    accessToken = response.accessToken
    refreshToken = response.refreshToken
    idToken = response.idToken
    self.claims = claims
    expiresAt = response.expiresAt
    refreshExpiresAt = response.refreshExpiresAt
    // What a device says that it asked for is not what was granted.
    self.scopes = response.scopes ?? (grant.isDecoded ? [] : grant.scopes)
    callback = grant.fields
    fields = response.fields
    sets = response.sets
    self.variables = variables
    redirectURI = grant.redirectURI
  }

  /// What a grant without a browser brought.
  init(_ response: TokenResponse, claims: Claims?, scopes: [String], variables: [String: String]) {
    accessToken = response.accessToken
    refreshToken = response.refreshToken
    idToken = response.idToken
    self.claims = claims
    expiresAt = response.expiresAt
    refreshExpiresAt = response.refreshExpiresAt
    self.scopes = response.scopes ?? scopes
    fields = response.fields
    sets = response.sets
    self.variables = variables
  }

  /// A sign-in that brought an ID token alone (`response_type=id_token`).
  init(idTokenOf grant: AuthorizationGrant, claims: Claims?) {
    accessToken = Secret("")
    idToken = grant.idToken
    self.claims = claims
    scopes = []
    variables = grant.variables
    callback = grant.fields
    redirectURI = grant.redirectURI
  }

  /// What a refresh exchanges.
  func token(for kind: ProviderConfiguration.RefreshRules.Token) -> Secret? {
    switch kind {
    case .refreshToken: refreshToken
    case .accessToken: accessToken
    }
  }

  /// New tokens; what the answer leaves out stays as it was (RFC 6749 §6).
  mutating func take(_ response: TokenResponse) {
    accessToken = response.accessToken
    if let fresh = response.refreshToken {
      refreshToken = fresh
      refreshExpiresAt = response.refreshExpiresAt
    }
    expiresAt = response.expiresAt
    scopes = response.scopes ?? scopes
    fields.merge(response.fields) { $1 }
    sets.merge(response.sets) { $1 }
  }
}

// A provider may put a secret into any field of its answer.
extension Credential: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "accessToken": accessToken, "refreshToken": refreshToken as Any, "idToken": idToken as Any,
        "subject": claims?.subject as Any, "expiresAt": expiresAt as Any, "scopes": scopes,
        "fields": fields.keys.sorted(), "sets": sets.keys.sorted(), "callback": callback.keys.sorted(),
        "variables": variables,
      ])
  }
}

extension Credential {
  private static let version = Int64(1)

  /// This credential as bytes for a ``CredentialStore``.
  ///
  /// They hold the tokens in clear text. Write them only where the platform protects them.
  public func encoded() -> Data {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version),
      "access_token": .string(accessToken.reveal()),
      "scopes": .array(scopes.map(JSONValue.string)),
    ]
    members["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    members["id_token"] = idToken.map { .string($0.reveal()) }
    members["claims"] = claims.map { .object($0.all) }
    members["user_id"] = claims?.identity.map { .string($0) }
    members["access_token_claims"] = claims.flatMap { $0.accessToken.isEmpty ? nil : .object($0.accessToken) }
    members["redirect_uri"] = redirectURI.map { .string($0) }
    members["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    members["refresh_expires_at"] = refreshExpiresAt.map { .number($0.timeIntervalSince1970) }
    if !callback.isEmpty { members["callback"] = .object(callback.mapValues(JSONValue.string)) }
    if !fields.isEmpty { members["fields"] = .object(fields) }
    if !sets.isEmpty { members["sets"] = .object(sets.mapValues { .string($0.reveal()) }) }
    if !variables.isEmpty { members["variables"] = .object(variables.mapValues(JSONValue.string)) }
    // Texts and finite numbers always encode.
    return (try? JSONEncoder().encode(members)) ?? Data()
  }

  /// Reads what ``encoded()`` made.
  ///
  /// - Throws: ``StoreFailure/corrupt`` when the bytes are something else. That is not a sign-out: say so to the caller.
  public init(encoded: Data) throws(StoreFailure) {
    guard let members = JSONValue(parsing: encoded)?.object, members["version"] == .integer(Self.version),
      let accessToken = members["access_token"]?.string, let scopes = members["scopes"]?.array
    else { throw .corrupt }
    self.accessToken = Secret(accessToken)
    self.scopes = scopes.compactMap(\.string)
    refreshToken = members["refresh_token"]?.string.map { Secret($0) }
    idToken = members["id_token"]?.string.map { Secret($0) }
    redirectURI = members["redirect_uri"]?.string
    expiresAt = members["expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    refreshExpiresAt = members["refresh_expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    fields = members["fields"]?.object ?? [:]
    callback = members["callback"]?.object?.compactMapValues(\.string) ?? [:]
    sets = members["sets"]?.object?.compactMapValues { $0.string.map { Secret($0) } } ?? [:]
    variables = members["variables"]?.object?.compactMapValues(\.string) ?? [:]
    guard let all = members["claims"]?.object else { return }
    do throws(ClaimFailure) {
      claims = try Claims(
        known: all, identity: members["user_id"]?.string, accessToken: members["access_token_claims"]?.object ?? [:])
    } catch {
      throw .corrupt
    }
  }
}
