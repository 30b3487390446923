#if Loopback
  import AuthRuntime
  import Crypto
  import Foundation

  extension ScriptedProvider {
    /// What the server side of a scripted provider remembers, and how it answers.
    actor Book {
      struct Grant {
        var clientID: String
        var redirectURI: String
        var challenge: String?
        var nonce: String?
        var scope: String
      }

      var script: Script
      private var configuration = ProviderConfiguration(id: "none", name: "None")
      private var endpoints: [String: String] = [:]
      var codes: [String: Grant] = [:]
      var refreshTokens: [String: Grant] = [:]
      var wire: WireNames { WireNames(configuration: configuration) }

      init(script: Script) {
        self.script = script
      }

      func open(_ configuration: ProviderConfiguration) {
        self.configuration = configuration.announcingEndpoints
        func path(_ template: TextTemplate?) -> String? {
          template.flatMap { URL(string: text($0))?.path(percentEncoded: true) }
        }
        let server = self.configuration.server
        let known: [(String, TextTemplate?)] = [
          ("authorize", server.authorizationEndpoint), ("token", server.tokenEndpoint), ("keys", server.jwksURI),
          ("userinfo", server.userInfoEndpoint), ("revoke", server.revocationEndpoint),
          ("revoke", configuration.revocation.endpoint), ("logout", server.endSessionEndpoint),
          ("logout", configuration.logout.endpoint), ("token", configuration.refresh?.endpoint),
        ]
        for call in configuration.userInfo.also { if let path = path(call.endpoint) { endpoints[path] = "further" } }
        for (name, template) in known { if let path = path(template) { endpoints[path] = name } }
        if let path = path(configuration.token.then?.endpoint) { endpoints[path] = "then" }
        if let path = path(configuration.discovery.url) { endpoints[path] = "discovery" }
        if let issuer = server.issuer {
          endpoints[URL(string: location(of: text(issuer)))?.path ?? ""] = "discovery"
        }
      }

      /// A template with the variables' defaults and examples. What a request fills in differently is for the test's own
      /// answers.
      private func text(_ template: TextTemplate) -> String {
        let examples = Dictionary(configuration.variables.map { ($0.name, $0.defaultValue ?? $0.example) }) { $1 }
        return (try? template.filled { examples[$0] ?? "{\($0)}" }) ?? template.text
      }

      func rewrite(_ change: @Sendable (inout Script) -> Void) {
        change(&script)
      }

      func answer(_ request: RecordedRequest) -> ScriptedAnswer {
        if let answer = script.instead(request) { return answer }
        switch endpoints[request.path] {
        case "authorize": return authorize(wire.standard(fields(request.query)))
        case "token": return token(request)
        case "then": return second()
        case "keys": return json(["keys": .array([script.mint.jwk])])
        case "userinfo": return script.userInfoAnswer() ?? userInfo()
        case "further": return script.furtherAnswer() ?? ScriptedAnswer(404)
        case "revoke": return revoke(request)
        case "logout": return endSession(fields(request.query))
        case "discovery": return discovery()
        default: return ScriptedAnswer(404)
        }
      }

      private func authorize(_ fields: [String: String]) -> ScriptedAnswer {
        guard let redirectURI = fields["redirect_uri"], let returnTo = URL(string: redirectURI),
          let clientID = fields["client_id"]
        else { return .json(#"{"error":"invalid_request"}"#, status: 400) }
        let grant = Grant(
          clientID: clientID, redirectURI: redirectURI, challenge: fields["code_challenge"], nonce: fields["nonce"],
          scope: fields["scope"] ?? "")
        let type = ProviderConfiguration.ResponseType(rawValue: fields["response_type"] ?? "") ?? .code
        guard !type.bringsCode || wire.isChallengeRight(fields) else {
          return .json(#"{"error":"invalid_request"}"#, status: 400)
        }
        var callback: [(name: String, value: String)] = []
        if type.bringsCode {
          let code = "code-\(codes.count + 1)"
          codes[code] = grant
          callback.append((name: configuration.callback.code, value: code))
        }
        callback += frontChannel(type, grant, code: callback.first?.value, state: fields["state"])
        if let state = fields["state"] {
          callback.append((name: configuration.renames["state"] ?? "state", value: state))
        }
        script.callback(&callback)
        let mode = ProviderConfiguration.ResponseMode(rawValue: fields["response_mode"] ?? "")
        return Self.answer(callback, at: returnTo, in: mode ?? (type.isCode ? .query : .fragment))
      }

      /// Tokens that travel through the browser, bound to one another (OpenID Connect Core 1.0 §3.3.2.11).
      private func frontChannel(
        _ type: ProviderConfiguration.ResponseType, _ grant: Grant, code: String?, state: String?
      ) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        let accessToken = type.bringsAccessToken ? "access-front-\(UUID().uuidString)" : nil
        if let accessToken {
          pairs += [("access_token", accessToken), ("token_type", "Bearer"), ("expires_in", "3600")]
            .map { (name: $0.0, value: $0.1) }
        }
        guard type.bringsIDToken else { return pairs }
        var claims = claims(grant, grant.nonce)
        claims["at_hash"] = accessToken.map { .string(Self.halfHash($0)) }
        claims["c_hash"] = code.map { .string(Self.halfHash($0)) }
        claims["s_hash"] = state.map { .string(Self.halfHash($0)) }
        script.frontClaims(&claims)
        let token = try? script.mint.token(claims: claims, header: script.header)
        return pairs + [(name: "id_token", value: script.idToken(token ?? ""))]
      }

      /// The left half of the SHA-256, for tokens that are signed with ES256.
      private static func halfHash(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8))).prefix(16))
      }

      private static func answer(
        _ callback: [(name: String, value: String)], at returnTo: URL, in mode: ProviderConfiguration.ResponseMode
      ) -> ScriptedAnswer {
        switch mode {
        case .query: return .redirect(to: returnTo.adding(callback).absoluteString)
        case .fragment: return .redirect(to: returnTo.absoluteString + "#" + FormEncoding.encode(callback))
        case .formPost:
          return .html(PostedForm(action: returnTo.absoluteString, fields: callback).html)
        }
      }

      private func token(_ request: RecordedRequest) -> ScriptedAnswer {
        let fields = parameters(of: request)
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

      private func issue(
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
        return script.tokenAnswer(members) ?? AnswerWriting(rules: rules).tokens(members)
      }

      /// Tokens for tokens, in the provider's own way.
      private func second() -> ScriptedAnswer {
        let members: [String: JSONValue] = ["access_token": .string("access-\(UUID().uuidString)")]
        return script.tokenAnswer(members) ?? AnswerWriting(rules: configuration.token.response).tokens(members)
      }

      private func claims(_ grant: Grant, _ nonce: String?) -> [String: JSONValue] {
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

      private func userInfo() -> ScriptedAnswer {
        var members: [String: JSONValue] = [
          "sub": .string("user-1"), "id": .string("user-1"), "name": .string("Ada"),
          "email": .string("ada@example.test"),
        ]
        script.userInfo(&members)
        return AnswerWriting(rules: configuration.token.response).facts(members, root: configuration.userInfo.root)
      }

      private func revoke(_ request: RecordedRequest) -> ScriptedAnswer {
        refreshTokens[parameters(of: request)["token"] ?? ""] = nil
        return ScriptedAnswer(200)
      }

      private func endSession(_ fields: [String: String]) -> ScriptedAnswer {
        guard let returnTo = fields[configuration.logout.redirectParameter].flatMap({ URL(string: $0) }) else {
          return .html("signed out")
        }
        let state = fields["state"].map { [(name: "state", value: $0)] } ?? []
        return .redirect(to: returnTo.adding(state).absoluteString)
      }

      private func discovery() -> ScriptedAnswer {
        let server = configuration.server
        let endpoints = [
          "issuer": configuration.discovery.issuer ?? server.issuer,
          "authorization_endpoint": server.authorizationEndpoint,
          "token_endpoint": server.tokenEndpoint, "jwks_uri": server.jwksURI,
          "userinfo_endpoint": server.userInfoEndpoint, "revocation_endpoint": server.revocationEndpoint,
          "end_session_endpoint": server.endSessionEndpoint,
        ]
        var fields = endpoints.compactMapValues { $0.map { JSONValue.string(text($0)) } }
        fields["id_token_signing_alg_values_supported"] = .array([.string("ES256")])
        return json(fields)
      }
    }
  }

  extension ProviderConfiguration {
    /// With the endpoints that a sign-in needs and that discovery has to tell.
    fileprivate var announcingEndpoints: ProviderConfiguration {
      guard discovery.mode == .runtime, let issuer = server.issuer else { return self }
      func endpoint(_ name: String) -> TextTemplate { TextTemplate(issuer.text + "/" + name) }
      var result = self
      result.server.authorizationEndpoint = server.authorizationEndpoint ?? endpoint("authorize")
      result.server.tokenEndpoint = server.tokenEndpoint ?? endpoint("token")
      if idToken != nil { result.server.jwksURI = server.jwksURI ?? endpoint("keys") }
      if userInfo.sources.contains(.endpoint) {
        result.server.userInfoEndpoint = server.userInfoEndpoint ?? endpoint("userinfo")
      }
      return result
    }
  }

  extension ScriptedProvider.Book {
    private func json(_ members: [String: JSONValue]) -> ScriptedAnswer {
      guard let body = try? JSONEncoder().encode(members) else { return ScriptedAnswer(500) }
      return .json(String(decoding: body, as: UTF8.self))
    }

    private func fields(_ text: String) -> [String: String] {
      Dictionary((FormEncoding.decode(text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The parameters under their standard names, wherever they stand.
    private func parameters(of request: RecordedRequest) -> [String: String] {
      var all = fields(request.query)
      if request.headers["content-type"] == "application/json" {
        all.merge(JSONValue(parsing: request.body)?.object?.compactMapValues(\.string) ?? [:]) { $1 }
      } else {
        all.merge(fields(request.text)) { $1 }
      }
      return wire.standard(all)
    }

    private func location(of issuer: String) -> String {
      (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }
  }
#endif
