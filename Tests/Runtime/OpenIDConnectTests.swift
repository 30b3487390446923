import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Runs a test with a client that knows only the server's issuer.
func withServer<Value>(
  script: ScriptedProvider.Script = .init(), secret: Secret? = nil,
  environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser()),
  _ adjust: @Sendable (inout ProviderConfiguration) -> Void = { _ in },
  _ body: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Value
) async throws -> Value {
  let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com/tenant") { it in
    it.server.endSessionEndpoint = "https://id.example.com/logout"
    it.server.revocationEndpoint = "https://id.example.com/revoke"
    it.server.userInfoEndpoint = "https://id.example.com/userinfo"
  }
  return try await withScriptedProvider(known, script: script) { provider in
    let issuer = try #require(provider.configuration.server.issuer?.text)
    let client = AuthClient<DynamicProvider>(
      issuer: issuer, clientID: "app", clientSecret: secret, redirect: .loopback(ports: 20_000...29_999),
      environment: environment.withOwnRedirects, adjust)
    return try await body(client, provider)
  }
}

private func query(_ provider: ScriptedProvider) -> String {
  provider.requests.first { $0.path.hasSuffix("/authorize") }?.query ?? ""
}

@Suite struct `A server known only by its issuer` {
  @Test func `A user signs in, refreshes, revokes, and signs out`() async throws {
    try await withServer { client, provider in
      let user = try await client.signIn(scopes: ["profile"], parameters: .init())
      #expect((user.subject, user.id, user.name) == ("user-1", "user-1", "Ada"))
      #expect(query(provider).contains("&scope=openid%20profile&"))
      let before = try await client.accessToken()
      try await client.refresh()
      #expect(try await client.accessToken() != before)
      try await client.signOut()
      #expect(try await client.credential() == nil)
      let paths = provider.requests.map(\.path)
      #expect(paths.first == "/tenant/.well-known/openid-configuration")
      #expect(paths.suffix(3) == ["/revoke", "/revoke", "/logout"])
    }
  }

  @Test(arguments: ProviderConfiguration.ResponseType.allCases.filter { $0.includesIDToken || $0 == .code })
  func `The client accepts responses of every type`(type: ProviderConfiguration.ResponseType) async throws {
    try await withServer { it in
      it.authorization.responseType = type
      it.authorization.responseMode = .formPost
    } _: { client, _ in
      for _ in 0..<2 {
        let user = try await client.signIn(scopes: [], parameters: .init())
        #expect(user.subject == "user-1")
      }
    }
  }

  @Test func `The client sends the parameters of the standard and rejects others`() async throws {
    let script = ScriptedProvider.Script { $0.claims = { $0["auth_time"] = $0["iat"] } }
    try await withServer(script: script) { client, provider in
      var parameters = AuthorizationParameters()
      parameters.set("max_age", .seconds(300))
      parameters.set("prompt", ["login", "consent"])
      parameters.set("claims", #"{"id_token":{"email":null}}"#)
      _ = try await client.signIn(scopes: [], parameters: parameters)
      let tail = "&max_age=300&prompt=login%20consent&claims=%7B%22id_token%22%3A%7B%22email%22%3Anull%7D%7D"
      #expect(query(provider).hasSuffix(tail))
      parameters.set("resource", "x")
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: parameters))
      guard case .configuration(.unknownParameter("resource", _))? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test(arguments: [
    (#"{"essential":true}"#, nil, false), (#"{"essential":true}"#, "gold", true),
    (#"{"essential":true,"values":["gold","silver"]}"#, "silver", true),
    (#"{"essential":true,"values":["gold","silver"]}"#, "bronze", false),
    (#"{"essential":true,"value":"gold"}"#, "bronze", false), (#"{"essential":true,"value":"K"}"#, "\u{212A}", false),
    (#"{"values":["gold"]}"#, "bronze", true),
    ("null", nil, true),
  ])
  func `An essential acr must be in the ID token with one of the requested values`(
    requested: String, response: String?, isTaken: Bool
  ) async throws {
    let script = ScriptedProvider.Script { $0.claims = { $0["acr"] = response.map { .string($0) } } }
    try await withServer(script: script) { client, _ in
      var parameters = AuthorizationParameters()
      parameters.set("claims", #"{"id_token":{"acr":\#(requested)}}"#)
      let found = await failure(of: try await client.signIn(parameters: parameters))
      #expect(found == (isTaken ? nil : .idToken(.unexpectedClaim("acr"))))
    }
  }

  @Test(
    arguments: [
      (#"{"essential":true}"#, nil, false), (#"{"essential":true}"#, .integer(1_790_000_000), true),
      (#"{"essential":true}"#, .string("now"), false), (#"{"essential":true}"#, .null, false),
      (#"{"essential":false}"#, nil, true), ("null", nil, true),
    ] as [(String, JSONValue?, Bool)])
  func `An essential auth_time must be in the ID token`(requested: String, response: JSONValue?, isTaken: Bool)
    async throws
  {
    let script = ScriptedProvider.Script { $0.claims = { $0["auth_time"] = response } }
    try await withServer(script: script) { client, _ in
      var parameters = AuthorizationParameters()
      parameters.set("claims", #"{"id_token":{"auth_time":\#(requested)}}"#)
      let found = await failure(of: try await client.signIn(parameters: parameters))
      #expect(found == (isTaken ? nil : .idToken(.unexpectedClaim("auth_time"))))
    }
  }

  @Test(
    arguments: [([], true), ([.es256], true), ([.ps256], false), ([.ps256, .es256], true)]
      as [([SignatureAlgorithm], Bool)])
  func `If the app names algorithms, other ones are rejected`(
    named: [SignatureAlgorithm], isTaken: Bool
  ) async throws {
    try await withServer { it in
      it.idToken?.algorithms = named
    } _: { client, _ in
      let found = await failure(of: try await client.signIn())
      #expect(found == (isTaken ? nil : .idToken(.algorithmNotAllowed("ES256"))))
    }
  }

  @Test(arguments: [.integer(7), .number(7.5), .bool(true), .array([.string("user-1")])] as [JSONValue])
  func `An ID token whose sub isn't a string is rejected`(subject: JSONValue) async throws {
    try await withServer(script: .init { $0.claims = { $0["sub"] = subject } }) { client, _ in
      let found = await failure(of: try await client.signIn())
      #expect(found == .idToken(.claim(.wrongClaimType("sub", expected: "a string"))))
    }
  }

  @Test(arguments: [
    (#"{"value":"user-1"}"#, true), (#"{"value":"user-2"}"#, false), (#"{"value":"User-1"}"#, false),
    (#"{"values":["user-2","user-1"]}"#, true), (#"{"values":["user-2"]}"#, false), (#"{"value":7}"#, false),
    (#"{"essential":true}"#, true), ("null", true),
  ])
  func `If the app requests a user by sub, the ID token must be about this user`(requested: String, isTaken: Bool)
    async throws
  {
    try await withServer { client, _ in
      var parameters = AuthorizationParameters()
      parameters.set("claims", #"{"id_token":{"sub":\#(requested)}}"#)
      let found = await failure(of: try await client.signIn(parameters: parameters))
      #expect(found == (isTaken ? nil : .idToken(.unexpectedClaim("sub"))))
    }
  }

  @Test func `Without an ID token, the client sends the app's scopes only`() async throws {
    try await withServer { it in
      it.idToken = nil
      it.userInfo.sources = [.endpoint]
    } _: { client, provider in
      let user = try await client.signIn(scopes: ["read"], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(query(provider).contains("&scope=read&"))
      try await client.signIn()
      let second = provider.requests.last { $0.path.hasSuffix("/authorize") }
      #expect(second?.query.contains("scope=") == false)
    }
  }

  @Test func `If the ID token lacks a scope's claims, the user gets them from userinfo`() async throws {
    let script = ScriptedProvider.Script { script in
      script.claims = { ($0["name"], $0["email"]) = (nil, nil) }
      script.userInfo = { $0["nickname"] = .string("Lovelace") }
    }
    try await withServer(script: script) { client, provider in
      let user = try await client.signIn()
      #expect((user.name, user.email, user.nickname) == ("Ada", "ada@example.test", "Lovelace"))
      #expect(query(provider).contains("&scope=openid%20profile%20email&"))
      try await provider.announce(["userinfo_endpoint": .null])
    }
  }

  @Test func `A server without a userinfo endpoint is supported`() async throws {
    try await withServer { client, provider in
      try await provider.announce(["userinfo_endpoint": .null])
      let user = try await client.signIn()
      #expect(user.name == "Ada")
      #expect(!provider.requests.contains { $0.path.hasSuffix("/userinfo") })
    }
  }

  @Test func `A sign-out sends the client ID, and revokes every token even if one revocation fails`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        request.path.hasSuffix("/revoke") && request.text.contains("token_type_hint=refresh_token")
          ? .json(#"{"error":"unsupported_token_type"}"#, status: 400) : nil
      }
    }
    try await withServer(script: script) { client, provider in
      try await client.signIn()
      let found = await failure(of: try await client.signOut())
      guard case .server(_, let error)? = found, error.code == "unsupported_token_type" else {
        Issue.record("\(String(describing: found))")
        return
      }
      #expect(provider.requests.count { $0.path.hasSuffix("/revoke") } == 2)
      #expect(provider.requests.last?.query.contains("client_id=app") == true)
    }
  }

  @Test func `A user with an ID token alone can sign out`() async throws {
    try await withServer { it in
      it.authorization.responseType = .idToken
    } _: { client, provider in
      try await client.signIn()
      try await client.signOut()
      #expect(!provider.requests.contains { $0.path.hasSuffix("/revoke") })
      #expect(provider.requests.last?.path == "/logout")
    }
  }

  @Test func `After max_age, an ID token without auth_time is rejected`() async throws {
    let script = ScriptedProvider.Script { $0.claims = { $0["auth_time"] = nil } }
    try await withServer(script: script) { client, _ in
      var parameters = AuthorizationParameters()
      parameters.set("max_age", .seconds(300))
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: parameters))
      #expect(failure == .idToken(.authenticationTooOld))
    }
  }

  @Test(arguments: [
    (#"["client_secret_post"]"#, false), (#"["private_key_jwt","client_secret_basic"]"#, true), (nil, true),
  ])
  func `The client secret is sent in a way that the server supports`(methods: String?, isBasic: Bool) async throws {
    try await withServer(secret: Secret("s")) { client, provider in
      if let methods {
        let value = try #require(JSONValue(parsing: Data(methods.utf8)))
        try await provider.announce(["token_endpoint_auth_methods_supported": value])
      }
      _ = try await client.signIn(scopes: [], parameters: .init())
      let request = try #require(provider.requests.first { $0.path.hasSuffix("/token") })
      #expect((request.headers["authorization"] == basic("app:s")) == isBasic)
      #expect(request.text.contains("client_secret=s") == !isBasic)
    }
  }
}
