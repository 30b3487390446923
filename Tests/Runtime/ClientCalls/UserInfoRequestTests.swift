import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A request for the user's claims` {
  /// Runs a test with a signed-in client of a provider that has a userinfo endpoint.
  private func withClient(
    script: ScriptedProvider.Script = .init(),
    _ body: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Void
  ) async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.userInfo.map = ["id": "sub"]
    }
    try await withScriptedProvider(configuration, script: script) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: ["offline_access"], parameters: .init())
      try await body(client, provider)
    }
  }

  private func requests(to path: String, _ provider: ScriptedProvider) -> [RecordedRequest] {
    provider.requests.filter { $0.path == path }
  }

  @Test func `A userinfo request returns the current claims, and the session keeps those of the sign-in`() async throws
  {
    let script = ScriptedProvider.Script { $0.userInfo = { $0["nickname"] = .string("Lovelace") } }
    try await withClient(script: script) { client, provider in
      #expect(requests(to: "/userinfo", provider).isEmpty)
      let claims = try await client.userInfo()
      let user = try await client.user()
      #expect((claims.subject, claims["nickname"]) == (user?.subject, .string("Lovelace")))
      #expect(user?.claims["nickname"] == nil)
      let token = try await client.accessToken().reveal()
      #expect(requests(to: "/userinfo", provider).map { $0.headers["authorization"] } == ["Bearer \(token)"])
    }
  }

  @Test(arguments: [JSONValue.string("somebody-else"), nil])
  func `A userinfo response about another user, or without a user, is rejected`(subject: JSONValue?) async throws {
    let script = ScriptedProvider.Script { $0.userInfo = { $0["sub"] = subject } }
    try await withClient(script: script) { client, _ in
      await #expect(throws: StepFailure.response(.subjectMismatch)) { try await client.userInfo() }
    }
  }

  @Test(arguments: [#"{"name":"Ada"}"#, #"{"id":"u2"}"#, #"{"id":"u1","sub":"u2"}"#])
  func `Without an ID token, the userinfo response must contain the provider's ID of the same user`(body: String)
    async throws
  {
    let isSignedIn = Locked(false)
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        guard request.path == "/userinfo" else { return nil }
        return .json(isSignedIn.value ? body : #"{"id":"u1"}"#)
      }
    }
    let configuration = ProviderConfiguration.plain.with { it in
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      (it.idToken, it.userInfo.sources, it.userInfo.map) = (nil, [.endpoint], ["id": "id"])
    }
    try await withScriptedProvider(configuration, script: script) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      isSignedIn.withLock { $0 = true }
      if body.contains("u1") {
        #expect(try await client.userInfo().subject == "u1")
      } else {
        await #expect(throws: StepFailure.response(.subjectMismatch)) { try await client.userInfo() }
      }
    }
  }

  @Test(arguments: [
    ScriptedResponse(401), ScriptedResponse(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#]),
  ])
  func `A userinfo request is repeated with a new token after status 401`(rejection: ScriptedResponse) async throws {
    let isFirst = Locked(true)
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        guard request.path == "/userinfo" else { return nil }
        return isFirst.withLock { first in
          defer { first = false }
          return first ? rejection : nil
        }
      }
    }
    try await withClient(script: script) { client, provider in
      let before = try await client.accessToken().reveal()
      _ = try await client.userInfo()
      let after = try await client.accessToken().reveal()
      #expect(before != after)
      #expect(
        requests(to: "/userinfo", provider).map { $0.headers["authorization"] }
          == [before, after].map { "Bearer \($0)" })
    }
  }

  @Test func `Without a refresh token, a rejected userinfo request is reported`() async throws {
    let script = ScriptedProvider.Script { script in
      script.tokens = { $0["refresh_token"] = nil }
      script.instead = { $0.path == "/userinfo" ? ScriptedResponse(401) : nil }
    }
    try await withClient(script: script) { client, provider in
      let rejection = StepFailure.response(.unexpectedStatus(401, endpoint: .userInfo))
      #expect(await failure(of: try await client.userInfo()) == rejection)
      #expect(requests(to: "/userinfo", provider).count == 1)
    }
  }

  @Test func `A userinfo request that a new token wouldn't change isn't repeated`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == "/userinfo" ? .json(#"{"error":"insufficient_scope"}"#, status: 403) : nil }
    }
    try await withClient(script: script) { client, provider in
      guard case .server(_, let error) = await failure(of: try await client.userInfo()) else {
        Issue.record("the request succeeded")
        return
      }
      #expect((error.code, error.status) == ("insufficient_scope", 403))
      #expect(requests(to: "/userinfo", provider).count == 1)
      #expect(requests(to: "/token", provider).count == 1)
    }
  }

  @Test func `A second rejection of the userinfo request is reported with the endpoint's error`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == "/userinfo" ? .json(#"{"error":"invalid_token"}"#, status: 401) : nil }
    }
    try await withClient(script: script) { client, provider in
      guard case .server(_, let error) = await failure(of: try await client.userInfo()) else {
        Issue.record("the request succeeded")
        return
      }
      #expect((error.code, error.endpoint, error.status) == ("invalid_token", .userInfo, 401))
      #expect(requests(to: "/userinfo", provider).count == 2)
    }
  }

  @Test func `A userinfo request requires a signed-in user and an endpoint`() async throws {
    try await withScriptedProvider(.plain.with { $0.discovery.mode = .none }) { provider in
      let client = provider.client()
      await #expect(throws: StepFailure.notSignedIn) { try await client.userInfo() }
      _ = try await client.signIn(scopes: [], parameters: .init())
      await #expect(throws: StepFailure.configuration(.missingEndpoint(.userInfo))) { try await client.userInfo() }
    }
  }

  @Test func `Without an ID token, the provider's own user key is compared`() async throws {
    let id = Locked("7")
    var scenario = SignInScenario()
    scenario.respond("/token", #"{"access_token":"t","token_type":"bearer"}"#)
    let others = scenario.script.instead
    scenario.script.instead = { $0.path == "/userinfo" ? .json(#"{"id":"\#(id.value)","name":"Ada"}"#) : others($0) }
    _ = try await scenario.signIn { client, _ in
      let claims = try await client.userInfo()
      #expect(claims["name"] == .string("Ada"))
      id.withLock { $0 = "8" }
      await #expect(throws: StepFailure.response(.subjectMismatch)) { try await client.userInfo() }
    }
  }

  @Test func `The app's server can request userinfo with a stored credential`() async throws {
    try await withClient { client, provider in
      let credential = try #require(try await client.credential())
      let backend = BackendExchange<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: "app", environment: AuthEnvironment())
      #expect(try await backend.userInfo(of: credential).subject == credential.claims?.subject)
    }
  }
}
