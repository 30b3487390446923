#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Grants that take a token: token exchanges (RFC 8693), and the JWTs of service accounts (RFC 7523).
  extension ScriptedProvider.State {
    /// The response to a grant that takes a token, or `nil` if the request has another grant.
    func exchangeResponse(_ request: RecordedRequest, _ fields: [String: String]) -> ScriptedResponse? {
      if let exchange = exchange(of: fields) { return exchangeTokens(request, fields, by: exchange) }
      if fields["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" {
        return serviceAccountTokens(fields)
      }
      return nil
    }

    /// The descriptor's exchange that sends such a request. Several may have the same grant type.
    private func exchange(of fields: [String: String]) -> ProviderConfiguration.TokenExchange? {
      configuration.exchanges.first { exchange in
        exchange.grantType == fields["grant_type"] && fields[exchange.subjectParameter] != nil
          && exchange.subjectTokenType == fields["subject_token_type"]
          && exchange.requestedTokenType == fields["requested_token_type"]
          && (exchange.actor != nil) == (fields["actor_token"] != nil)
          && exchange.actorTokenType == fields["actor_token_type"]
      }
    }

    private func exchangeTokens(
      _ request: RecordedRequest, _ fields: [String: String], by exchange: ProviderConfiguration.TokenExchange
    ) -> ScriptedResponse {
      guard script.clientSecret == nil || isClientProved(request, fields), isRegistered(request, fields),
        isProved(request, fields)
      else { return .json(#"{"error":"invalid_client"}"#, status: 401) }
      if let error = exchangeError(fields, exchange) { return .json(#"{"error":"\#(error)"}"#, status: 400) }
      guard let user = user(of: fields[exchange.subjectParameter], exchange.subject),
        exchange.actor == nil || self.user(of: fields["actor_token"], exchange.actor ?? .external) != nil
      else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
      if !exchange.needsSession, configuration.idToken != nil {
        // The tokens may start a session.
        let grant = Grant(
          clientID: clientID(request, fields) ?? "", redirectURI: "", challenge: nil, nonce: nil,
          scope: fields["scope"] ?? "", user: user, audience: fields["audience"] ?? fields["resource"])
        return issue(grant, nonce: nil, by: configuration.token.response)
      }
      return issue(fields, exchange, user, clientID(request, fields) ?? "")
    }

    private func exchangeError(
      _ fields: [String: String], _ exchange: ProviderConfiguration.TokenExchange
    ) -> String? {
      if has(.rejected) { return "invalid_grant" }
      if has(.target) { return "invalid_target" }
      let isComplete = exchange.parameters.allSatisfy { !$0.isRequired || fields[$0.name] != nil }
      return isComplete ? nil : "invalid_request"
    }

    private func has(_ fault: ScriptedFault.ExchangeFault) -> Bool { takes { $0 == .exchange(fault) } != nil }

    /// The user of a token that this server issued, or of one from outside.
    private func user(of token: String?, _ kind: ProviderConfiguration.TokenExchange.Token) -> TestUser? {
      guard let token else { return nil }
      switch kind {
      case .refreshToken: return refreshTokens[token]?.user
      case .accessToken: return owners[token]
      case .idToken: return token.split(separator: ".").count == 3 ? script.user : nil
      case .external: return script.subjectTokens.isEmpty || script.subjectTokens.contains(token) ? script.user : nil
      }
    }

    private func issue(
      _ fields: [String: String], _ exchange: ProviderConfiguration.TokenExchange, _ user: TestUser, _ clientID: String
    ) -> ScriptedResponse {
      let standard = "urn:ietf:params:oauth:token-type:"
      var issued = exchange.requestedTokenType ?? standard + "access_token"
      if has(.refreshTokenIssued) { issued = standard + "refresh_token" }
      let token = "exchanged-\(nextNumber())"
      var claims = accessTokenClaims(
        AccessTokenRequest(
          user: user, audience: fields["audience"] ?? fields["resource"] ?? clientID, scope: fields["scope"] ?? "",
          clientID: clientID))
      if fields["actor_token"] != nil { claims["act"] = ["sub": .string(script.user.subject)] }
      accessTokens[token] = claims
      var members: [String: JSONValue] = [
        "access_token": .string(token), "issued_token_type": .string(issued),
        "token_type": .string([standard + "id_token", standard + "refresh_token"].contains(issued) ? "N_A" : "Bearer"),
        "expires_in": .integer(3600),
      ]
      members["scope"] = fields["scope"].map(JSONValue.string)
      if has(.typeOmitted) { members["issued_token_type"] = nil }
      script.tokens(&members)
      return script.tokenResponse(members) ?? ResponseWriter(rules: configuration.token.response).tokens(members)
    }

    /// A token for a service account, or for a user that it acts for.
    private func serviceAccountTokens(_ fields: [String: String]) -> ScriptedResponse {
      if has(.rejected) { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
      guard let claims = serviceAccountClaims(fields["assertion"]) else {
        return .json(#"{"error":"invalid_grant"}"#, status: 400)
      }
      let token = "account-\(nextNumber())"
      let scope = claims["scope"]?.string ?? fields["scope"]
      accessTokens[token] = accessTokenClaims(
        AccessTokenRequest(
          user: nil, audience: claims["iss"]?.string ?? "", scope: scope ?? "", clientID: claims["sub"]?.string ?? ""))
      var members: [String: JSONValue] = [
        "access_token": .string(token), "token_type": tokenType(proof.key), "expires_in": .integer(3600),
      ]
      members["scope"] = scope.map(JSONValue.string)
      script.tokens(&members)
      return script.tokenResponse(members) ?? ResponseWriter(rules: configuration.token.response).tokens(members)
    }

    /// Checks the JWT as a server does: the signature, the parties, the times, and that it wasn't used before (RFC 7523 §3).
    private func serviceAccountClaims(_ token: String?) -> [String: JSONValue]? {
      guard let token, let (_, claims) = script.serviceAccountKeys.lazy.compactMap({ $0.content(of: token) }).first,
        claims["iss"]?.string?.isEmpty == false, claims["sub"]?.string?.isEmpty == false,
        let id = claims["jti"]?.string, let expiry = claims["exp"]?.number, let issued = claims["iat"]?.number
      else { return nil }
      let now = script.now().timeIntervalSince1970
      let server = configuration.server
      let audience = configuration.jwtBearer.audience ?? server.issuer ?? server.tokenEndpoint
      guard claims["aud"]?.string == audience.map(text), issued <= now + 5, expiry > now, expiry - issued <= 3600 else {
        return nil
      }
      return usedAssertions.insert(id).inserted ? claims : nil
    }
  }
#endif
