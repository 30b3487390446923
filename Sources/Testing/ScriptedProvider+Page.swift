#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The authorization page and its redirects.
  extension ScriptedProvider.State {
    /// - Parameter registered: The callback URL of a request that doesn't name one.
    func authorize(_ fields: [String: String], callbackURL registered: String? = nil) -> ScriptedResponse {
      guard let url = fields["redirect_uri"].flatMap(callbackURL) ?? registered,
        let returnTo = URL(string: url),
        let clientID = fields["client_id"], mayRedirect(clientID, to: url)
      else { return .json(#"{"error":"invalid_request"}"#, status: 400) }
      var grant = Grant(
        clientID: clientID, redirectURI: fields["redirect_uri"] ?? "", challenge: fields["code_challenge"],
        nonce: fields["nonce"],
        scope: fields["scope"] ?? "", user: script.user, audience: fields["audience"] ?? fields["resource"],
        details: requestedDetails(fields) ?? [], request: fields)
      grant.authentication = authentication(fields)
      if has(.scope) { grant.scope = grant.scope.split(separator: " ").first.map(String.init) ?? "" }
      let type = ProviderConfiguration.ResponseType(rawValue: fields["response_type"] ?? "") ?? .code
      guard !type.includesCode || parameterRules.isChallengeRight(fields) else {
        return .json(#"{"error":"invalid_request"}"#, status: 400)
      }
      var callback: [(name: String, value: String)] = []
      if isDenied {
        callback.append((name: "error", value: "access_denied"))
      } else if let error = accessError(fields) {
        callback.append((name: "error", value: error))
      } else if type.includesCode {
        let code = "code-\(nextNumber())"
        codes[code] = grant
        callback.append((name: configuration.callback.code, value: code))
      }
      if callback.first?.name != "error" {
        callback += frontChannel(type, grant, code: callback.first?.value, state: fields["state"])
      }
      if callback.first?.name != "error", let name = configuration.callback.scope {
        callback.append((name: name, value: grant.scope))
      }
      if let state = fields["state"] {
        callback.append((name: configuration.callback.state, value: state))
      }
      if let issuer = configuration.server.issuer, configuration.server.promisesIssuerParameter == true {
        callback.append((name: "iss", value: text(issuer)))
      }
      script.callback(&callback)
      let mode = ProviderConfiguration.ResponseMode(rawValue: fields["response_mode"] ?? "")
      var rules = ProviderConfiguration.AuthorizationRules()
      (rules.responseType, rules.responseMode) = (type, mode)
      if rules.hasSignedResponses { callback = signedResponse(callback, to: clientID) }
      return Self.response(callback, at: returnTo, in: rules.responsePlace)
    }

    /// The claims about the user's authentication, if the request asks for one (OpenID Connect Core 1.0 §3.1.2.1).
    func authentication(_ fields: [String: String]) -> [String: JSONValue] {
      guard fields["acr_values"] != nil || fields["max_age"] != nil else { return [:] }
      let now = script.now().timeIntervalSince1970.rounded(.down)
      var claims: [String: JSONValue] = ["auth_time": .number(has(.authenticationTime) ? now - 86_400 : now)]
      let acr = fields["acr_values"]?.split(separator: " ").first.map(String.init)
      claims["acr"] = acr.map { .string(has(.acr) ? "another-\($0)" : $0) }
      return claims
    }

    /// Ends the browser's session, and sends the browser back.
    func endSession(_ fields: [String: String]) -> ScriptedResponse {
      guard let returnTo = fields[configuration.logout.redirectParameter].flatMap({ URL(string: $0) }) else {
        return .html("signed out")
      }
      let state = fields["state"].map { [(name: configuration.callback.state, value: $0)] } ?? []
      return .redirect(to: returnTo.adding(state).absoluteString)
    }

    /// The callback URL that a client names, or `nil` if it doesn't use the name that the provider assigned to its URL.
    private func callbackURL(_ redirectURI: String) -> String? {
      configuration.client.redirectAlias == nil ? redirectURI : script.redirectAliases[redirectURI]
    }

    /// Tokens returned through the browser, bound to one another (OpenID Connect Core 1.0 §3.3.2.11).
    private func frontChannel(
      _ type: ProviderConfiguration.ResponseType, _ grant: Grant, code: String?, state: String?
    ) -> [(name: String, value: String)] {
      var pairs: [(name: String, value: String)] = []
      let accessToken = type.includesAccessToken ? "access-front-\(UUID().uuidString)" : nil
      if let accessToken {
        pairs += [("access_token", accessToken), ("token_type", "Bearer"), ("expires_in", "3600")]
          .map { (name: $0.0, value: $0.1) }
      }
      guard type.includesIDToken || configuration.includesUnspecifiedIDToken else { return pairs }
      var claims = claims(grant, grant.nonce)
      func halfHash(_ text: String) -> JSONValue { .string(HalfHash.of(text, signedWith: tokenSigner.algorithm)) }
      claims["at_hash"] = accessToken.map(halfHash)
      claims["c_hash"] = code.map(halfHash)
      claims["s_hash"] = state.map(halfHash)
      script.frontClaims(&claims)
      let token = try? encrypted(try tokenSigner.token(claims: claims, header: script.header))
      return pairs + [(name: "id_token", value: script.idToken(token ?? ""))]
    }

    private static func response(
      _ callback: [(name: String, value: String)], at returnTo: URL, in mode: ProviderConfiguration.ResponseMode
    ) -> ScriptedResponse {
      switch mode {
      case .query, .queryJWT, .jwt: return .redirect(to: returnTo.adding(callback).absoluteString)
      case .fragment, .fragmentJWT: return .redirect(to: returnTo.absoluteString + "#" + FormEncoding.encode(callback))
      case .formPost, .formPostJWT:
        return .html(PostedForm(action: returnTo.absoluteString, fields: callback).html)
      }
    }
  }
#endif
