#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The token endpoint.
  extension ScriptedProvider.State {
    func token(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      if fields["grant_type"] == configuration.device.grantType, configuration.server.hasDevices {
        return deviceTokens(fields["device_code"] ?? "")
      }
      if fields["grant_type"] == configuration.backchannel.grantType { return backchannelTokens(request, fields) }
      if fields["grant_type"] == "client_credentials" { return clientCredentials(request, fields) }
      if let response = exchangeResponse(request, fields) { return response }
      if let response = firstPartyTokens(request, fields) { return response }
      guard script.clientSecret == nil || isClientProved(request, fields), isRegistered(request, fields),
        isProved(request, fields)
      else {
        return .json(#"{"error":"invalid_client"}"#, status: 401)
      }
      // A descriptor can send another ID.
      let client = configuration.token.parameters["client_id"] == nil ? fields["client_id"] : nil
      if let code = fields["code"] {
        guard isGrantType(fields, configuration.token.grantType, configuration.token.omitted) else {
          return Self.unsupported
        }
        guard var grant = codes.removeValue(forKey: code), client ?? grant.clientID == grant.clientID,
          fields["redirect_uri"].map({ $0 == grant.redirectURI })
            ?? (grant.redirectURI.isEmpty || parameterRules.omits("redirect_uri")),
          parameterRules.isVerifierRight(fields["code_verifier"], for: grant.challenge),
          isKeyRight(grant.request["dpop_jkt"])
        else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
        if let response = tokenDemand(for: grant, .tokenDemand) { return response }
        grant.binding = binding(to: request)
        guard let access = narrowed(grant, to: fields["resource"]) else {
          return .json(#"{"error":"invalid_target"}"#, status: 400)
        }
        return issue(grant, nonce: grant.nonce, by: configuration.token.response, access: access)
      }
      guard let token = fields["refresh_token"] ?? fields["access_token"] else {
        return Self.unsupported
      }
      guard isGrantType(fields, configuration.refresh?.grantType, configuration.refresh?.omitted ?? []) else {
        return Self.unsupported
      }
      if let owner = refreshTokens[token],
        client ?? owner.clientID != owner.clientID || !isKeyRight(owner.keyThumbprint)
      {
        return .json(#"{"error":"invalid_grant"}"#, status: 400)
      }
      return refresh(token, fields)
    }

    private static let unsupported = ScriptedResponse.json(#"{"error":"unsupported_grant_type"}"#, status: 400)

    private func isGrantType(_ fields: [String: String], _ expected: String?, _ omitted: [String]) -> Bool {
      omitted.contains("grant_type") || expected == nil || fields["grant_type"] == expected
    }

    /// - Parameters:
    ///   - accessToken: The access token, or `nil` for a new one.
    ///   - hashed: The access token for the ID token's `at_hash`. If it's `nil`, there's no `at_hash`.
    func issue(
      _ grant: Grant, nonce: String?, by rules: ProviderConfiguration.ResponseRules,
      refreshToken: String = "refresh-\(UUID().uuidString)", access: Grant? = nil, accessToken known: String? = nil,
      hashed: String? = nil
    ) -> ScriptedResponse {
      let grant = bound(grant)
      refreshTokens[refreshToken] = grant
      let access = bound(access ?? grant)
      guard let accessToken = try? known ?? accessToken(for: access),
        let idToken = try? idToken(for: grant, nonce, hashed: hashed)
      else { return ScriptedResponse(500) }
      var members: [String: JSONValue] = [
        "access_token": .string(accessToken), "token_type": tokenType(access.keyThumbprint),
        "expires_in": .integer(script.accessTokenLifetime.components.seconds),
        "refresh_token": .string(refreshToken),
      ]
      // Otherwise, the callback of the sign-in has the scopes.
      if configuration.callback.scope == nil || grant.redirectURI.isEmpty { members["scope"] = .string(access.scope) }
      let details = grantedDetails(of: access)
      if !details.isEmpty { members["authorization_details"] = .array(details) }
      if configuration.idToken != nil { members["id_token"] = .string(idToken) }
      members["auth_session"] = laterSession(of: grant).map(JSONValue.string)
      if !rules.hasAccessToken { for name in ["access_token", "token_type", "expires_in"] { members[name] = nil } }
      script.tokens(&members)
      if let token = members["access_token"]?.string, accessTokens[token] == nil {
        accessTokens[token] = accessTokenClaims(tokenRequest(of: access))
      }
      if let token = members["access_token"]?.string { owners[token] = grant.user }
      return script.tokenResponse(members) ?? ResponseWriter(rules: rules).tokens(members, now: script.now())
    }

    /// A JWT for an API if the provider issues JWTs, otherwise an opaque token.
    func accessToken(for grant: Grant) throws -> String {
      guard signsAccessToken(for: grant.audience) else { return "access-\(UUID().uuidString)" }
      return try accessToken(tokenRequest(of: grant))
    }

    /// If sign-ins have an `audience`, a token without one is for the provider only, as with Auth0.
    func signsAccessToken(for audience: String?) -> Bool {
      let isNamed = audience != nil || !configuration.authorization.parameters.contains { $0.name == "audience" }
      return configuration.accessToken.format == .jwt && isNamed
    }

    private func tokenRequest(of grant: Grant) -> AccessTokenRequest {
      AccessTokenRequest(
        user: grant.user, audience: grant.audience ?? grant.clientID, scope: grant.scope, clientID: grant.clientID,
        details: grantedDetails(of: grant), lifetime: script.accessTokenLifetime,
        claims: grant.authentication.merging(grant.binding) { $1 }.merging(confirmation(grant.keyThumbprint)) { $1 })
    }

    private func idToken(for grant: Grant, _ nonce: String?, hashed: String?) throws -> String {
      var claims = claims(grant, nonce)
      if let hashed { claims["at_hash"] = .string(HalfHash.of(hashed, signedWith: tokenSigner.algorithm)) }
      let tokenSigner = try invalidate(&claims, by: tokenFault { .idToken($0) }, signing: tokenSigner)
      return script.idToken(try encrypted(try tokenSigner.token(claims: claims, header: script.header)))
    }

    /// Exchanges tokens for other tokens, in the provider's format.
    func second() -> ScriptedResponse {
      let members: [String: JSONValue] = ["access_token": .string("access-\(UUID().uuidString)")]
      let rules = configuration.token.secondExchange?.response ?? configuration.token.response
      return script.secondTokenResponse(members) ?? script.tokenResponse(members)
        ?? ResponseWriter(rules: rules).tokens(members)
    }

    /// The server's issuer. If it has several, this is one that is known before the sign-in.
    var issuer: String {
      let stated = configuration.idToken?.issuers.first { !$0.placeholders.contains { $0.contains(".") } }
      return (stated ?? configuration.server.issuer).map(text) ?? ""
    }

    func claims(_ grant: Grant, _ nonce: String?) -> [String: JSONValue] {
      let now = script.now().timeIntervalSince1970.rounded()
      let marks = marks(configuration.idToken?.checks ?? [:], of: grant.request)
      var claims: [String: JSONValue] = [
        "iss": .string(issuer), "sub": .string(grant.user.subject), "aud": .string(grant.clientID),
        "iat": .number(now), "exp": .number(now + 600),
      ].merging(grant.authentication) { $1 }.merging(grant.idTokenClaims) { $1 }.merging(marks) { $1 }
        .merging(grant.user.claims) { $1 }
      claims["nonce"] = nonce.map(JSONValue.string)
      script.claims(&claims)
      return claims
    }
  }
#endif
