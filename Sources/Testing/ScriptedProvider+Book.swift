#if Loopback
  import AuthRuntime
  import Crypto
  import Foundation

  extension ScriptedProvider {
    /// What the server side of a scripted provider remembers, and how it answers.
    actor Book {
      private struct Grant {
        var clientID: String
        var redirectURI: String
        var challenge: String
        var nonce: String?
        var scope: String
      }

      private var script: Script
      private var configuration: ProviderConfiguration?
      private var base = ""
      private var codes: [String: Grant] = [:]
      private var refreshTokens: [String: Grant] = [:]

      init(script: Script) {
        self.script = script
      }

      func open(_ configuration: ProviderConfiguration, base: String) {
        self.configuration = configuration
        self.base = base
      }

      func rewrite(_ change: @Sendable (inout Script) -> Void) {
        change(&script)
      }

      func answer(_ request: RecordedRequest) -> ScriptedAnswer {
        if let answer = script.instead(request) { return answer }
        guard let server = configuration?.server else { return ScriptedAnswer(503) }
        switch base + request.path {
        case server.authorizationEndpoint: return authorize(fields(request.query))
        case server.tokenEndpoint: return token(request)
        case server.jwksURI: return json(["keys": .array([script.mint.jwk])])
        case server.revocationEndpoint: return revoke(request)
        case server.endSessionEndpoint, configuration?.logout.endpoint: return endSession(fields(request.query))
        case location(of: server.issuer): return discovery(server)
        default: return ScriptedAnswer(404)
        }
      }

      private func authorize(_ fields: [String: String]) -> ScriptedAnswer {
        guard fields["response_type"] == "code", fields["code_challenge_method"] == "S256",
          let challenge = fields["code_challenge"], let redirectURI = fields["redirect_uri"],
          let state = fields["state"], let clientID = fields["client_id"], let returnTo = URL(string: redirectURI)
        else { return .json(#"{"error":"invalid_request"}"#, status: 400) }
        let code = "code-\(codes.count + 1)"
        codes[code] = Grant(
          clientID: clientID, redirectURI: redirectURI, challenge: challenge, nonce: fields["nonce"],
          scope: fields["scope"] ?? "")
        var callback = [(name: "code", value: code), (name: "state", value: state)]
        script.callback(&callback)
        return .redirect(to: returnTo.adding(callback).absoluteString)
      }

      private func token(_ request: RecordedRequest) -> ScriptedAnswer {
        let fields = bodyFields(request)
        switch fields["grant_type"] {
        case "authorization_code":
          guard let grant = codes.removeValue(forKey: fields["code"] ?? ""),
            grant.redirectURI == fields["redirect_uri"],
            grant.challenge == challenge(of: fields["code_verifier"] ?? "")
          else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
          return issue(grant, nonce: grant.nonce)
        case "refresh_token":
          guard let grant = refreshTokens.removeValue(forKey: fields["refresh_token"] ?? "") else {
            return .json(#"{"error":"invalid_grant","error_description":"unknown refresh token"}"#, status: 403)
          }
          return issue(grant, nonce: nil)
        default: return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
        }
      }

      private func issue(_ grant: Grant, nonce: String?) -> ScriptedAnswer {
        let number = refreshTokens.count + 1
        let refreshToken = "refresh-\(UUID().uuidString)"
        refreshTokens[refreshToken] = grant
        let now = Date().timeIntervalSince1970.rounded()
        var claims: [String: JSONValue] = [
          "iss": .string(configuration?.server.issuer ?? ""), "sub": .string("user-1"), "aud": .string(grant.clientID),
          "iat": .number(now), "exp": .number(now + 600), "name": .string("Ada"), "email": .string("ada@example.test"),
        ]
        claims["nonce"] = nonce.map(JSONValue.string)
        script.claims(&claims)
        guard let idToken = try? script.mint.token(claims: claims, header: script.header) else {
          return ScriptedAnswer(500)
        }
        var members: [String: JSONValue] = [
          "access_token": .string("access-\(number)-\(UUID().uuidString)"), "token_type": .string("Bearer"),
          "expires_in": .integer(3600), "refresh_token": .string(refreshToken), "scope": .string(grant.scope),
          "id_token": .string(script.idToken(idToken)),
        ]
        script.tokens(&members)
        return json(members)
      }

      private func revoke(_ request: RecordedRequest) -> ScriptedAnswer {
        refreshTokens[bodyFields(request)["token"] ?? ""] = nil
        return ScriptedAnswer(200)
      }

      private func endSession(_ fields: [String: String]) -> ScriptedAnswer {
        guard let name = configuration?.logout.redirectParameter,
          let returnTo = fields[name].flatMap({ URL(string: $0) })
        else { return .html("signed out") }
        let state = fields["state"].map { [(name: "state", value: $0)] } ?? []
        return .redirect(to: returnTo.adding(state).absoluteString)
      }

      private func discovery(_ server: ProviderConfiguration.ServerMetadata) -> ScriptedAnswer {
        let endpoints = [
          "issuer": server.issuer, "authorization_endpoint": server.authorizationEndpoint,
          "token_endpoint": server.tokenEndpoint, "jwks_uri": server.jwksURI,
          "revocation_endpoint": server.revocationEndpoint, "end_session_endpoint": server.endSessionEndpoint,
        ]
        var fields = endpoints.compactMapValues { $0.map(JSONValue.string) }
        fields["id_token_signing_alg_values_supported"] = .array([.string("ES256")])
        return json(fields)
      }
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

    /// The body's parameters, in whichever of the two encodings it is.
    private func bodyFields(_ request: RecordedRequest) -> [String: String] {
      guard request.headers["content-type"] == "application/json" else { return fields(request.text) }
      return JSONValue(parsing: request.body)?.object?.compactMapValues(\.string) ?? [:]
    }

    private func challenge(of verifier: String) -> String {
      Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
    }

    private func location(of issuer: String) -> String {
      (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }
  }
#endif
