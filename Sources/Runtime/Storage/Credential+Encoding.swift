import Foundation

extension Credential {
  private static let version = Int64(1)
  /// Claims and fields are nested one level deeper here than in the response that contained them.
  private static let levels = 1

  /// Returns this credential as bytes for a ``CredentialStore``.
  ///
  /// The bytes contain the tokens in clear text. Write them only where the platform protects them.
  public func encoded() -> Data {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version),
      "access_token": .string(accessToken.reveal()),
      "scopes": .array(scopes.map(JSONValue.string)),
    ]
    members["requested_scopes"] = requestedScopes.map { .array($0.map(JSONValue.string)) }
    members["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    members["id_token"] = idToken.map { .string($0.reveal()) }
    members["claims"] = claims.map { .object($0.all) }
    members["user_id"] = claims?.identity.map { .string($0) }
    members["access_token_claims"] = claims.flatMap { $0.accessToken.isEmpty ? nil : .object($0.accessToken) }
    members["client"] = registration?.encoded
    members["session_key"] = sessionKey?.encoded
    members["auth_session"] = authSession.map { .string($0.reveal()) }
    members["redirect_uri"] = redirectURI.map { .string($0) }
    members["told_claims"] = claims.flatMap { claims in
      claims.otherSourceNames.isEmpty ? nil : .array(claims.otherSourceNames.sorted().map(JSONValue.string))
    }
    members["max_age"] = maximumAge.map { .integer($0.components.seconds) }
    members["obtained_at"] = obtainedAt.map { .number($0.timeIntervalSince1970) }
    members["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    members["refresh_expires_at"] = refreshExpiresAt.map { .number($0.timeIntervalSince1970) }
    members["adopted_from"] = adoptedFrom.map { .string($0) }
    members["superseded_refresh_token"] = superseded.map { .string($0.refreshToken.reveal()) }
    members["superseded_at"] = superseded.map { .number($0.date.timeIntervalSince1970) }
    members["unanswered_refresh"] = unconfirmedRefresh.map { .number($0.timeIntervalSince1970) }
    if !audienceTokens.isEmpty { members["audience_tokens"] = .array(audienceTokens.map(\.encoded)) }
    if !exchangedTokens.isEmpty { members["exchanged_tokens"] = .object(exchangedTokens.mapValues(\.encoded)) }
    if !callback.isEmpty { members["callback"] = .object(callback.mapValues(JSONValue.string)) }
    if !authorizationDetails.isEmpty { members["authorization_details"] = .array(authorizationDetails) }
    if !fields.isEmpty { members["fields"] = .object(fields) }
    if !sets.isEmpty { members["sets"] = .object(sets.mapValues { .string($0.reveal()) }) }
    if !variables.isEmpty { members["variables"] = .object(variables.mapValues(JSONValue.string)) }
    // Strings and finite numbers always encode.
    return (try? JSONEncoder().encode(members)) ?? Data()
  }

  /// Creates a credential from the bytes that ``encoded()`` returned.
  ///
  /// - Throws: ``StoreFailure/corrupt`` if the bytes aren't an encoded credential. Pass the error on to the caller: it doesn't
  ///   mean that the user is signed out.
  public init(encoded: Data) throws(StoreFailure) {
    guard let members = JSONValue(parsing: encoded, wrappedIn: Self.levels)?.object,
      members["version"] == .integer(Self.version),
      let accessToken = members["access_token"]?.string, let scopes = members["scopes"]?.array
    else { throw .corrupt }
    self.accessToken = Secret(accessToken)
    self.scopes = scopes.compactMap(\.string)
    requestedScopes = members["requested_scopes"]?.array?.compactMap(\.string)
    refreshToken = members["refresh_token"]?.string.map { Secret($0) }
    idToken = members["id_token"]?.string.map { Secret($0) }
    registration = try members["client"].map { encoded throws(StoreFailure) in try ClientRegistration(encoded: encoded)
    }
    sessionKey = members["session_key"].map(SessionKey.init(encoded:))
    authSession = members["auth_session"]?.string.map { Secret($0) }
    redirectURI = members["redirect_uri"]?.string
    maximumAge = members["max_age"].flatMap(Int.init(claim:)).map { .seconds($0) }
    obtainedAt = members["obtained_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    expiresAt = members["expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    refreshExpiresAt = members["refresh_expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    unconfirmedRefresh = members["unanswered_refresh"]?.number.map { Date(timeIntervalSince1970: $0) }
    adoptedFrom = members["adopted_from"]?.string
    if let token = members["superseded_refresh_token"]?.string, let date = members["superseded_at"]?.number {
      superseded = Superseded(refreshToken: Secret(token), date: Date(timeIntervalSince1970: date))
    }
    audienceTokens = members["audience_tokens"]?.array?.compactMap(AudienceToken.init(encoded:)) ?? []
    exchangedTokens = members["exchanged_tokens"]?.object?.compactMapValues(ExchangedToken.init(encoded:)) ?? [:]
    authorizationDetails = members["authorization_details"]?.array ?? []
    fields = members["fields"]?.object ?? [:]
    callback = members["callback"]?.object?.compactMapValues(\.string) ?? [:]
    sets = members["sets"]?.object?.compactMapValues { $0.string.map { Secret($0) } } ?? [:]
    variables = members["variables"]?.object?.compactMapValues(\.string) ?? [:]
    guard let all = members["claims"]?.object else { return }
    do throws(ClaimFailure) {
      claims = try Claims(
        known: all, identity: members["user_id"]?.string, accessToken: members["access_token_claims"]?.object ?? [:],
        otherSourceNames: Set(members["told_claims"]?.array?.compactMap(\.string) ?? []))
    } catch {
      throw .corrupt
    }
  }
}

extension Credential.AudienceToken {
  fileprivate var encoded: JSONValue {
    var members: [String: JSONValue] = [
      "audience": .string(audience), "access_token": .string(accessToken.reveal()),
      "requested_scopes": .array(requestedScopes.map(JSONValue.string)),
      "scopes": .array(scopes.map(JSONValue.string)),
    ]
    if !requestedDetails.isEmpty { members["requested_details"] = .array(requestedDetails) }
    members["expires_at"] = expiresAt.map { .number($0.timeIntervalSince1970) }
    members["obtained_at"] = obtainedAt.map { .number($0.timeIntervalSince1970) }
    return .object(members)
  }

  /// Returns `nil` for an invalid value, because the token can be requested again.
  fileprivate init?(encoded: JSONValue) {
    guard let members = encoded.object, let audience = members["audience"]?.string,
      let token = members["access_token"]?.string
    else { return nil }
    (self.audience, accessToken) = (audience, Secret(token))
    requestedScopes = members["requested_scopes"]?.array?.compactMap(\.string) ?? []
    requestedDetails = members["requested_details"]?.array ?? []
    scopes = members["scopes"]?.array?.compactMap(\.string) ?? []
    expiresAt = members["expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    obtainedAt = members["obtained_at"]?.number.map { Date(timeIntervalSince1970: $0) }
  }
}
