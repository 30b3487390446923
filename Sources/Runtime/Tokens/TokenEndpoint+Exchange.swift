import Foundation

/// The tokens of one exchange request.
struct ExchangeTokens: Sendable {
  let subject: Secret
  let actor: Secret?
}

/// Token exchanges (RFC 8693) and other grants that take a token.
extension TokenEndpoint {
  /// Exchanges a token for another one (§2.1).
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request, except those of the tokens.
  ///   - keepsRules: Whether the response has the form of a sign-in's response.
  func exchange(
    _ tokens: ExchangeTokens, by rules: ProviderConfiguration.TokenExchange, _ parameters: [(String, String)],
    _ values: TemplateValues, keepsRules: Bool
  ) async throws(StepFailure) -> TokenResponse {
    var standard = [("grant_type", rules.grantType), (rules.subjectParameter, tokens.subject.reveal())]
    if let type = rules.subjectTokenType { standard.append(("subject_token_type", type)) }
    if let actor = tokens.actor {
      standard.append(("actor_token", actor.reveal()))
      if let type = rules.actorTokenType { standard.append(("actor_token_type", type)) }
    }
    if let type = rules.requestedTokenType { standard.append(("requested_token_type", type)) }
    var request = try await request(
      to: try await metadata.url(.token, values), by: grantRules(values), standard + parameters, values)
    request.secrets += [tokens.subject, tokens.actor].compactMap { $0 }
    var response = configuration.token.response
    if keepsRules { return try await self.tokens(request, response) }
    (response.tokenType, response.fields, response.sets) = (.any, [], [])
    return try await self.tokens(request, response, isPartial: true)
  }

  /// Requests tokens for a JWT that a service account has signed (RFC 7523 §2.1).
  func jwtBearer(
    _ assertion: Secret, _ parameters: [(String, String)], _ values: TemplateValues
  ) async throws(StepFailure) -> TokenResponse {
    let rules = configuration.jwtBearer
    let standard = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion.reveal()),
    ]
    var grant = grantRules(values, rules.parameters, by: rules.authentication)
    grant.isAuthenticated = rules.authentication != nil
    var request = try await request(
      to: try await metadata.url(.token, values), by: grant, standard + parameters, values)
    request.secrets.append(assertion)
    var response = configuration.token.response
    (response.fields, response.sets) = ([], [])
    return try await tokens(request, response, isPartial: true)
  }
}

extension ExchangedToken {
  /// Reads the response of an exchange (RFC 8693 §2.2.1).
  ///
  /// - Parameter scopes: The requested scopes.
  /// - Throws: ``ResponseRejection/unexpectedValue(_:endpoint:)`` if the server issued a token of another type than the
  ///   requested one. The app could send it to an API that must not see it.
  init(
    _ response: TokenResponse, by rules: ProviderConfiguration.TokenExchange, scopes: [String]
  ) throws(StepFailure) {
    let members = response.all.object ?? [:]
    let requested = rules.requestedTokenType
    let issued = members["issued_token_type"]?.string ?? requested ?? Self.accessTokenType
    guard Self.matches(issued, requested) else {
      throw .response(.unexpectedValue("issued_token_type", endpoint: .token))
    }
    token = response.accessToken
    issuedTokenType = issued
    tokenType = members["token_type"]?.string ?? "Bearer"
    self.scopes = response.scopes ?? scopes
    expiresAt = response.expiresAt?.wholeSeconds
    obtainedAt = response.obtainedAt.wholeSeconds
  }

  private static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

  /// A server that decides issues any token but a refresh token. A JWT is also an access token or an ID token.
  private static func matches(_ issued: String, _ requested: String?) -> Bool {
    let prefix = "urn:ietf:params:oauth:token-type:"
    guard let requested else { return issued != prefix + "refresh_token" }
    let jwt = prefix + "jwt"
    let kinds = [prefix + "access_token", prefix + "id_token", jwt]
    return issued == requested
      || (kinds.contains(issued) && kinds.contains(requested) && [issued, requested].contains(jwt))
  }
}
