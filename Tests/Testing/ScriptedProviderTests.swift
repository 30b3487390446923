import AuthRuntime
import Foundation
import ReferenceClients
import Testing

@testable import AuthTesting

@Suite struct `A scripted provider` {
  private static let audience = "https://api.acme.com"

  /// Signs in at a provider with the given faults and returns the failure.
  private func failure(_ faults: ScriptedFault..., times: Int = .max) async throws -> Auth0.Failure? {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      for fault in faults { await provider.inject(fault, times: times) }
      do throws(Auth0.Failure) {
        _ = try await provider.client(Auth0.self).signIn()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(
    arguments: [
      (.signature, .invalidSignature), (.nonce, .nonceMismatch), (.issuer, .issuerMismatch),
      (.audience, .audienceMismatch), (.expired, .expired),
    ] as [(ScriptedFault.TokenFault, TokenRejection)])
  func `A scripted provider signs ID tokens with one fault each`(
    fault: ScriptedFault.TokenFault, rejection: TokenRejection
  ) async throws {
    #expect(try await failure(.idToken(fault)) == .idToken(rejection))
  }

  @Test(
    arguments: [
      (.lost, "interrupted"), (.truncated, "interrupted"), (.oversized, "tooLarge"), (.html, "notJSON"),
      (.rateLimited(retryAfter: .seconds(7)), "tooManyRequests"), (.unavailable, "unexpectedStatus"),
    ] as [(ScriptedFault.ResponseFault, String)])
  func `A scripted provider loses, corrupts, and rejects responses`(fault: ScriptedFault.ResponseFault, name: String)
    async throws
  {
    #expect(try await failure(.response(fault, of: .token))?.caseName == name)
  }

  @Test func `A scripted provider lets the user deny the sign-in`() async throws {
    #expect(try await failure(.denial)?.caseName == "accessDenied")
  }

  @Test func `A scripted provider injects a fault the requested number of times`() async throws {
    #expect(
      try await failure(.response(.html, of: .userInfo), times: 1) == nil, "Auth0's client sends no userinfo request")
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.inject(.denial, times: 2)
      let client = provider.client(Auth0.self)
      for _ in 1...2 { await #expect(throws: Auth0.Failure.self) { _ = try await client.signIn() } }
      _ = try await client.signIn()
    }
  }

  @Test func `A scripted provider can have a clock that is off by an hour`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.now = { Date().addingTimeInterval(3600) } }
      await #expect(throws: Auth0.Failure.idToken(.notYetValid)) {
        _ = try await provider.client(Auth0.self).signIn()
      }
    }
  }

  @Test func `A scripted provider rotates its keys while a client is in use`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let client = provider.client(Auth0.self)
      _ = try await client.signIn()
      try await provider.rotateKeys()
      _ = try await client.signIn()
      let api = provider.api(Auth0.self, audiences: [Self.audience])
      let old = try await provider.accessToken(audience: Self.audience)
      try await provider.rotateKeys()
      let new = try await provider.accessToken(audience: Self.audience)
      for token in [old, new] { _ = try await api.caller(bearing: token) }
    }
  }

  @Test func `A scripted provider that rotates its keys keeps the client's secret`() throws {
    let (header, payload) = (Data(#"{"alg":"HS256"}"#.utf8), Data("{}".utf8))
    let signer = try TokenSigner(.hs256, secret: Secret(String(repeating: "s", count: 32)))
    let rotated = try signer.rotated(keyID: "key-2")
    #expect(try rotated.token(header: header, payload: payload) == signer.token(header: header, payload: payload))
  }

  @Test func `A scripted provider records the requests that it received`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      _ = try await provider.client(Auth0.self).signIn(scopes: [.openid], audience: Self.audience)
      #expect(provider.requests.map(\.path) == ["/authorize", "/oauth/token", "/.well-known/jwks.json"])
    }
  }

  @Test func `A scripted provider confirms opaque tokens by introspection`() async throws {
    let provider = try await ScriptedProvider.start(as: Zitadel.configuration)
    let client = provider.client(Zitadel.self)
    _ = try await client.signIn()
    let registered = ClientCredentials(id: "api", secret: Secret("s"))
    let api = provider.api(Zitadel.self, audiences: ["test-client"], client: registered)
    try await api.checkReadiness()
    let caller = try await api.caller(bearing: try await client.accessToken())
    #expect(caller.subject == "user-1")
    await #expect(throws: AccessFailure.invalidToken(.inactive)) { try await api.caller(bearing: Secret("unknown")) }
    await provider.stop()
  }

  @Test func `A scripted provider works as every provider whose tokens an API can read`() async throws {
    func check<Provider: DescribedProvider & DirectSignIn>(_: Provider.Type) async throws {
      try await ScriptedProvider.run(as: Provider.self) { provider in
        await provider.rewrite { $0.user.claims["cognito:username"] = "ada" }
        let client = provider.client(Provider.self)
        _ = try await client.signIn(scopes: ["openid"], parameters: AuthorizationParameters())
        let api = provider.api(Provider.self, audiences: ["test-client"])
        let caller = try await api.caller(bearing: try await client.accessToken())
        #expect(caller.subject == "user-1", "\(Provider.self)")
      }
    }
    try await check(Scalekit.self)
    try await check(Keycloak.self)
    try await check(Cognito.self)
  }

  /// Requests a code as the client `app` does, and redeems it with the given changes. `nil` removes a parameter.
  private func status(redeeming changes: [String: String?], secret: Secret? = nil) async throws -> Int {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.clientSecret = secret }
      let (pkce, address) = (PKCE(), "http://127.0.0.1:1/callback")
      let asked = [
        "response_type=code", "client_id=app", "redirect_uri=\(address)", "scope=openid", "code_challenge_method=S256",
        "code_challenge=\(pkce.codeChallenge)",
      ]
      let server = provider.configuration.server
      let page = server.authorizationEndpoint.flatMap { URL(string: "\($0.text)?\(asked.joined(separator: "&"))") }
      let sent = try await AuthEnvironment.platformTransport.send(TransportRequest(url: try #require(page)))
      #expect(sent.headers[.location] == address + "?code=code-1")
      let usual: [String: String?] = [
        "grant_type": "authorization_code", "client_id": "app", "code": "code-1", "redirect_uri": address,
        "code_verifier": pkce.codeVerifier.reveal(),
      ]
      let form = usual.merging(changes) { $1 }.compactMap { name, value in value.map { "\(name)=\($0)" } }
      let endpoint = try #require(server.tokenEndpoint.flatMap { URL(string: $0.text) })
      return try await AuthEnvironment.platformTransport.send(
        TransportRequest(
          method: .post, url: endpoint, headers: [.contentType: "application/x-www-form-urlencoded"],
          body: Data(form.joined(separator: "&").utf8))
      ).status
    }
  }

  @Test(
    arguments: [
      ([:], 200), (["client_id": "thief"], 400), (["redirect_uri": "http://127.0.0.1:2/callback"], 400),
      (["code_verifier": String(repeating: "a", count: 43)], 400), (["code_verifier": nil], 400),
      (["code": "code-2"], 400), (["grant_type": "implicit"], 400), (["grant_type": nil], 400),
    ] as [([String: String?], Int)])
  func `A scripted provider rejects a token request that doesn't follow the protocol`(
    changes: [String: String?], status: Int
  )
    async throws
  {
    #expect(try await self.status(redeeming: changes) == status)
  }

  @Test(arguments: [("right", 200), ("wrong", 401), (nil, 401)] as [(String?, Int)])
  func `A scripted provider requires the secret that the test sets`(secret: String?, status: Int) async throws {
    #expect(try await self.status(redeeming: ["client_secret": secret], secret: Secret("right")) == status)
  }

  @Test func `A scripted provider distinguishes users by their tokens`() async throws {
    var configuration = Scalekit.configuration
    configuration.server.userInfoEndpoint = "https://{environment}/userinfo"
    let provider = try await ScriptedProvider.start(as: configuration)
    let endpoint = try #require(provider.configuration.server.userInfoEndpoint.flatMap { URL(string: $0.text) })
    var tokens: [Secret] = []
    for name in ["ada", "bob"] {
      await provider.rewrite { $0.user = TestUser(name) }
      let client = provider.client(Scalekit.self)
      _ = try await client.signIn()
      tokens.append(try await client.accessToken())
    }
    var subjects: [String?] = []
    for token in tokens {
      let request = TransportRequest(url: endpoint, headers: [.authorization: "Bearer \(token.reveal())"])
      let response = try await AuthEnvironment.platformTransport.send(request)
      subjects.append(JSONValue(parsing: response.body)?.object?["sub"]?.string)
    }
    #expect(subjects == ["ada", "bob"])
    await provider.stop()
  }

  @Test func `A scripted provider signs ID tokens and access tokens with different algorithms`() async throws {
    var configuration = Scalekit.configuration
    configuration.idToken?.algorithms = [.ps384]
    configuration.accessToken.algorithms = [.es512]
    let provider = try await ScriptedProvider.start(as: configuration)
    let client = provider.client(Scalekit.self)
    let api = provider.api(Scalekit.self, audiences: ["test-client"])
    for _ in 1...2 {
      _ = try await client.signIn()
      #expect(try await api.caller(bearing: try await client.accessToken()).subject == "user-1")
      try await provider.rotateKeys(keepingOld: false)
    }
    await provider.stop()
  }

  @Test func `A scripted provider closes open connections when it stops`() async throws {
    let provider = try await ScriptedProvider.start(as: Auth0.configuration)
    await provider.inject(.response(.stalled, of: .keys))
    let task = Task { try await provider.client(Auth0.self).signIn() }
    await provider.waitForRequests { $0.path == "/.well-known/jwks.json" }
    await provider.stop()
    await #expect(throws: Auth0.Failure.self) { try await task.value }
    await provider.waitForClosedConnections()
  }

  @Test func `A scripted provider delays a response, or never sends it`() async throws {
    #expect(try await failure(.response(.delayed(.milliseconds(1)), of: .token)) == nil)
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.inject(.response(.stalled, of: .keys))
      let task = Task { try await provider.client(Auth0.self).signIn() }
      await provider.waitForRequests { $0.path == "/.well-known/jwks.json" }
      task.cancel()
      await #expect(throws: Auth0.Failure.cancelled) { try await task.value }
    }
  }
}
