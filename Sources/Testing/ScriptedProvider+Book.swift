#if Loopback && !os(Windows)
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
        var user: TestUser
        /// The API that was asked for.
        var audience: String?
        /// What the browser has asked for.
        var request: [String: String] = [:]
        /// What all refresh tokens of one sign-in share.
        let family = UUID()
      }

      var script: Script
      private(set) var configuration = ProviderConfiguration(id: "none", name: "None")
      private var endpoints: [String: String] = [:]
      var codes: [String: Grant] = [:]
      /// How many codes were given, so that none is given twice.
      private var count = 0
      var refreshTokens: [String: Grant] = [:]
      /// Sign-ins on another device, and how often each is still put off.
      var devices: [String: (grant: Grant, waits: Int)] = [:]
      /// Access tokens, and what is known about them.
      var accessTokens: [String: [String: JSONValue]] = [:]
      /// Whose they are.
      var owners: [String: TestUser] = [:]
      var usedTokens: [String: UsedToken] = [:]
      /// The refresh token that was used last, by family.
      var previousTokens: [UUID: String] = [:]
      var faults: [(fault: ScriptedFault, times: Int)] = []
      var wire: WireNames { WireNames(configuration: configuration) }
      /// Who signs ID tokens: whom the test has chosen, or somebody whose algorithm is allowed.
      var mint: TokenMint {
        script.mintIsChosen ? script.mint : SharedMints.mint(of: configuration.idToken?.algorithms ?? []) ?? script.mint
      }
      /// Who signs access tokens, where those of another algorithm are allowed than for ID tokens.
      var ownAccessMint: TokenMint?
      /// Who signs access tokens.
      var accessMint: TokenMint {
        let allowed = configuration.accessToken.algorithms
        guard !allowed.isEmpty, !allowed.contains(mint.algorithm), !script.mintIsChosen || ownAccessMint != nil else {
          return mint
        }
        return ownAccessMint ?? SharedMints.mint(of: allowed) ?? mint
      }

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
          ("device", server.deviceAuthorizationEndpoint), ("introspect", server.introspectionEndpoint),
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
      func text(_ template: TextTemplate) -> String {
        (try? template.filled { value($0) ?? "{\($0)}" }) ?? template.text
      }

      /// The default or the example of a variable.
      func value(_ name: String) -> String? {
        configuration.variables.first { $0.name == name }.map { $0.defaultValue ?? $0.example }
      }

      func rewrite(_ change: @Sendable (inout Script) -> Void) {
        change(&script)
      }

      func answer(_ request: RecordedRequest) -> ScriptedAnswer {
        if let answer = script.instead(request) { return answer }
        let endpoint = endpoints[request.path]
        if let fault = answerFault(at: endpoint.flatMap(ScriptedFault.Place.init)) {
          return fault.answer { carryOut(request, at: endpoint) }
        }
        return carryOut(request, at: endpoint)
      }

      private func carryOut(_ request: RecordedRequest, at endpoint: String?) -> ScriptedAnswer {
        switch endpoint {
        case "authorize": return authorize(wire.standard(fields(request.query)))
        case "token": return token(request)
        case "then": return second()
        case "keys":
          let own = mint.algorithm == accessMint.algorithm ? [] : [accessMint.jwk]
          return json(["keys": .array([mint.jwk] + own + script.olderKeys)])
        case "userinfo": return script.userInfoAnswer() ?? userInfo(of: owner(of: request))
        case "further": return script.furtherAnswer() ?? ScriptedAnswer(404)
        case "revoke": return revoke(request)
        case "logout": return endSession(fields(request.query))
        case "device": return device(request)
        case "introspect": return introspection(request)
        case "discovery": return discovery()
        default: return ScriptedAnswer(404)
        }
      }

      /// Whoever's access token a request brings.
      private func owner(of request: RecordedRequest) -> TestUser {
        let words = request.headers["authorization"]?.split(separator: " ") ?? []
        return words.last.flatMap { owners[String($0)] } ?? script.user
      }

      private func userInfo(of user: TestUser) -> ScriptedAnswer {
        var members: [String: JSONValue] = ["sub": .string(user.subject), "id": .string(user.subject)]
          .merging(user.claims) { $1 }
        script.userInfo(&members)
        if configuration.userInfo.format == .jwt { return signed(members) }
        return AnswerWriting(rules: configuration.token.response).facts(members, root: configuration.userInfo.root)
      }

      private func signed(_ members: [String: JSONValue]) -> ScriptedAnswer {
        let facts = JSONValue.object([:]).setting(.object(members), at: configuration.userInfo.root).object ?? [:]
        guard let token = try? mint.token(claims: facts.merging(members) { $1 }) else {
          return ScriptedAnswer(500)
        }
        return ScriptedAnswer(200, headers: ["Content-Type": "application/jwt"], body: token)
      }

      /// A number that no other code has.
      func nextNumber() -> Int {
        count += 1
        return count
      }

      private func revoke(_ request: RecordedRequest) -> ScriptedAnswer {
        let token = parameters(of: request)["token"] ?? ""
        accessTokens[token] = nil
        if let grant = refreshTokens[token] { end(grant.family) }
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
          "device_authorization_endpoint": server.deviceAuthorizationEndpoint,
          "introspection_endpoint": server.introspectionEndpoint,
        ]
        var fields = endpoints.compactMapValues { $0.map { JSONValue.string(text($0)) } }
        fields["id_token_signing_alg_values_supported"] = [.string(mint.algorithm.rawValue)]
        fields["authorization_response_iss_parameter_supported"] = server.promisesIssuerParameter.map(JSONValue.bool)
        return json(fields)
      }
    }
  }

  extension ProviderConfiguration {
    /// With the endpoints that a sign-in needs and that discovery has to tell.
    fileprivate var announcingEndpoints: ProviderConfiguration {
      guard discovery.mode == .runtime, let issuer = server.issuer else { return self }
      /// Where one is that the descriptor does not state, unless it takes it away.
      func endpoint(_ path: String, _ name: String) -> TextTemplate? {
        discovery.removed.contains(name) ? nil : TextTemplate(issuer.text + "/" + path)
      }
      var all = server
      all.authorizationEndpoint = server.authorizationEndpoint ?? endpoint("authorize", "authorization_endpoint")
      all.tokenEndpoint = server.tokenEndpoint ?? endpoint("token", "token_endpoint")
      all.introspectionEndpoint = server.introspectionEndpoint ?? endpoint("introspect", "introspection_endpoint")
      all.deviceAuthorizationEndpoint =
        server.deviceAuthorizationEndpoint ?? endpoint("device", "device_authorization_endpoint")
      if revocation.style == .rfc7009 {
        all.revocationEndpoint = server.revocationEndpoint ?? endpoint("revoke", "revocation_endpoint")
      }
      if logout.style == .rpInitiated {
        all.endSessionEndpoint = server.endSessionEndpoint ?? endpoint("logout", "end_session_endpoint")
      }
      if idToken != nil { all.jwksURI = server.jwksURI ?? endpoint("keys", "jwks_uri") }
      if userInfo.sources.contains(.endpoint) {
        all.userInfoEndpoint = server.userInfoEndpoint ?? endpoint("userinfo", "userinfo_endpoint")
      }
      var result = self
      result.server = all
      return result
    }
  }

  extension ScriptedProvider.Book {
    func json(_ members: [String: JSONValue]) -> ScriptedAnswer {
      guard let body = try? JSONEncoder().encode(members) else { return ScriptedAnswer(500) }
      return .json(String(decoding: body, as: UTF8.self))
    }

    func fields(_ text: String) -> [String: String] {
      Dictionary((FormEncoding.decode(text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The parameters under their standard names, wherever they stand.
    func parameters(of request: RecordedRequest) -> [String: String] {
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
