import Foundation

extension Credential {
  init(_ response: TokenResponse, claims: Claims?, after grant: AuthorizationGrant, variables: [String: String]) {
    // The scopes in a grant from a device are not proof of what was granted.
    self.init(response, claims: claims, scopes: grant.isDecoded ? [] : grant.scopes, variables: variables)
    requestedScopes = grant.requestedScopes
    callback = grant.fields
    redirectURI = grant.redirectURI
    maximumAge = grant.maximumAge
  }

  /// Creates the credential of a grant without a browser.
  ///
  /// - Parameter scopes: The requested scopes.
  init(_ response: TokenResponse, claims: Claims?, scopes: [String], variables: [String: String]) {
    accessToken = response.accessToken
    refreshToken = response.refreshToken
    idToken = response.idToken
    self.claims = claims
    expiresAt = response.expiresAt
    refreshExpiresAt = response.refreshExpiresAt
    self.scopes = response.scopes ?? scopes
    requestedScopes = scopes
    fields = response.fields
    sets = response.sets
    authorizationDetails = response.details ?? []
    self.variables = variables
    obtainedAt = response.obtainedAt.wholeSeconds
  }

  /// Creates the credential of a sign-in that returned only an ID token (`response_type=id_token`).
  init(idTokenOf grant: AuthorizationGrant, claims: Claims?) {
    accessToken = Secret("")
    idToken = grant.idToken
    self.claims = claims
    scopes = []
    requestedScopes = grant.requestedScopes
    variables = grant.variables
    callback = grant.fields
    redirectURI = grant.redirectURI
  }

  /// Takes new tokens. A member that the response omits keeps its value (RFC 6749 §6). An access token for another API is kept
  /// next to the session's own.
  mutating func take(
    _ response: TokenResponse, for derivedRequest: DerivedTokenRequest?,
    in format: ProviderConfiguration.AccessTokenRules.Format,
    at date: Date
  ) {
    unconfirmedRefresh = nil
    // The exchanged token has worked, so its predecessor is no longer needed.
    superseded = nil
    if let fresh = response.refreshToken {
      if let old = refreshToken, old != fresh { superseded = Superseded(refreshToken: old, date: date.wholeSeconds) }
      refreshToken = fresh
      refreshExpiresAt = response.refreshExpiresAt
    }
    audienceTokens.removeAll { $0.expiresAt.map { $0 <= date } ?? false }
    if let derivedRequest { return take(response, for: derivedRequest, in: format) }
    accessToken = response.accessToken
    (obtainedAt, expiresAt) = (response.obtainedAt.wholeSeconds, response.expiresAt)
    scopes = response.scopes ?? scopes
    authorizationDetails = response.details ?? authorizationDetails
    fields.merge(response.fields) { $1 }
    sets.merge(response.sets) { $1 }
  }

  private mutating func take(
    _ response: TokenResponse, for derivedRequest: DerivedTokenRequest,
    in format: ProviderConfiguration.AccessTokenRules.Format
  ) {
    audienceTokens.removeAll(where: derivedRequest.isSame)
    // The refresh token is valid in any case.
    guard derivedRequest.audience.isEmpty || response.isMade(for: derivedRequest.audience, in: format),
      response.isLimited(to: derivedRequest.details)
    else { return }
    audienceTokens.append(
      AudienceToken(
        audience: derivedRequest.audience, requestedScopes: derivedRequest.scopes,
        requestedDetails: derivedRequest.details, accessToken: response.accessToken,
        expiresAt: response.expiresAt?.wholeSeconds, scopes: response.scopes ?? derivedRequest.scopes,
        obtainedAt: response.obtainedAt.wholeSeconds))
    // The oldest ones come first, and can be requested again.
    audienceTokens.removeFirst(max(0, audienceTokens.count - AudienceToken.maximumCount))
  }
}
