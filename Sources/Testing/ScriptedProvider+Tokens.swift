#if Loopback
  import AuthRuntime
  import Foundation

  /// The token endpoint.
  extension ScriptedProvider.Book {
    func token(_ request: RecordedRequest) -> ScriptedAnswer {
      let fields = parameters(of: request)
      if fields["grant_type"] == configuration.device.grantType, configuration.server.hasDevices {
        return deviceTokens(fields["device_code"] ?? "")
      }
      if fields["grant_type"] == "client_credentials" { return clientCredentials(request, fields) }
      if let code = fields["code"] {
        guard let grant = codes.removeValue(forKey: code),
          fields["redirect_uri"].map({ $0 == grant.redirectURI }) ?? wire.omits("redirect_uri"),
          wire.isVerifierRight(fields["code_verifier"], for: grant.challenge)
        else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
        return issue(grant, nonce: grant.nonce, by: configuration.token.response)
      }
      guard let token = fields["refresh_token"] ?? fields["access_token"] else {
        return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
      }
      guard let grant = refreshTokens.removeValue(forKey: token) else {
        return .json(#"{"error":"invalid_grant","error_description":"unknown refresh token"}"#, status: 403)
      }
      return issue(grant, nonce: nil, by: configuration.refresh?.response ?? configuration.token.response)
    }

    func issue(
      _ grant: Grant, nonce: String?, by rules: ProviderConfiguration.ResponseRules
    ) -> ScriptedAnswer {
      let number = refreshTokens.count + 1
      let refreshToken = "refresh-\(UUID().uuidString)"
      refreshTokens[refreshToken] = grant
      var members: [String: JSONValue] = [
        "access_token": .string("access-\(number)-\(UUID().uuidString)"), "token_type": .string("Bearer"),
        "expires_in": .integer(3600), "refresh_token": .string(refreshToken), "scope": .string(grant.scope),
      ]
      if configuration.idToken != nil {
        guard let idToken = try? script.mint.token(claims: claims(grant, nonce), header: script.header) else {
          return ScriptedAnswer(500)
        }
        members["id_token"] = .string(script.idToken(idToken))
      }
      script.tokens(&members)
      if let token = members["access_token"]?.string { accessTokens.insert(token) }
      return script.tokenAnswer(members) ?? AnswerWriting(rules: rules).tokens(members)
    }

    /// Tokens for tokens, in the provider's own way.
    func second() -> ScriptedAnswer {
      let members: [String: JSONValue] = ["access_token": .string("access-\(UUID().uuidString)")]
      return script.tokenAnswer(members) ?? AnswerWriting(rules: configuration.token.response).tokens(members)
    }

    func claims(_ grant: Grant, _ nonce: String?) -> [String: JSONValue] {
      let now = Date().timeIntervalSince1970.rounded()
      let issuer = configuration.server.issuer.map(text) ?? ""
      var claims: [String: JSONValue] = [
        "iss": .string(issuer), "sub": .string("user-1"), "aud": .string(grant.clientID), "iat": .number(now),
        "exp": .number(now + 600), "name": .string("Ada"), "email": .string("ada@example.test"),
      ]
      claims["nonce"] = nonce.map(JSONValue.string)
      script.claims(&claims)
      return claims
    }
  }
#endif
