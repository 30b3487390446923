import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Signs in with a response type and a response mode, through the public API and a server on loopback.
private func signIn(
  _ type: ProviderConfiguration.ResponseType, _ mode: ProviderConfiguration.ResponseMode?,
  script: ScriptedProvider.Script = .init(),
  then more: (AuthClient<DynamicProvider>, ScriptedProvider) async throws -> Void = { _, _ in }
) async throws -> DynamicProvider.User {
  var configuration = try configuration("", over: .oidc)
  configuration.authorization.responseType = type
  configuration.authorization.responseMode = mode
  return try await withScriptedProvider(configuration, script: script) { provider in
    let client = provider.client(clientID: "app")
    let user = try await client.signIn(scopes: ["openid"], parameters: .init())
    try await more(client, provider)
    return user
  }
}

private let types = ProviderConfiguration.ResponseType.allCases.filter { $0.includesIDToken }

@Suite struct `Every response type` {
  private static let modes: [ProviderConfiguration.ResponseMode?] = [nil, .fragment, .formPost]
  private static let ways: [(ProviderConfiguration.ResponseType, ProviderConfiguration.ResponseMode?)] =
    [(.code, .query)] + (types + [.code, .codeToken]).flatMap { type in modes.map { (type, $0) } }

  @Test(arguments: ways)
  func `A sign-in works with every response type and response mode`(
    type: ProviderConfiguration.ResponseType, mode: ProviderConfiguration.ResponseMode?
  ) async throws {
    let user = try await signIn(type, mode) { client, provider in
      let query = provider.requests.first { $0.path == "/authorize" }?.query ?? ""
      #expect(query.contains("code_challenge=") == type.includesCode)
      #expect(query.contains("response_mode=") == (mode != nil && mode != .query))
      #expect(query.contains("response_type=" + FormEncoding.escape(type.rawValue)))
      #expect(provider.requests.contains { $0.path == "/token" } == type.includesCode)
      let credential = try #require(try await client.credential())
      #expect(credential.idToken != nil)
      #expect((credential.refreshToken != nil) == type.includesCode)
    }
    #expect(user.subject == "user-1")
  }

  @Test(arguments: ProviderConfiguration.ResponseType.allCases.filter { !$0.isCode })
  func `Response types with tokens are never requested with response_mode query`(
    type: ProviderConfiguration.ResponseType
  ) async throws {
    let server = ScriptedTransport { _ in TransportResponse(status: 500) }
    let rejected = StepFailure.configuration(
      .invalidParameter("response_mode", expected: "fragment or form_post with the response type \(type.rawValue)"))
    let adjust: (inout ProviderConfiguration) -> Void = { it in
      it.authorization.responseType = type
      it.authorization.responseMode = .query
    }
    let client = AuthClient<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(transport: server, browser: FollowingBrowser()).withOwnRedirects, adjust)
    #expect(
      await failure(of: try await client.signIn(scopes: [], parameters: .init()))
        == rejected)
    let backend = BackendExchange<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", environment: AuthEnvironment(transport: server).withOwnRedirects,
      adjust)
    #expect(await failure(of: try await backend.start(redirectURI: "https://app.example/cb", scopes: [])) == rejected)
    #expect(server.asked.value == 0)
  }

  @Test(arguments: ProviderConfiguration.ResponseType.allCases.filter(\.isCode))
  func `The code response type may use response_mode query`(type: ProviderConfiguration.ResponseType) async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain.with { it in
        it.authorization.responseType = type
        it.authorization.responseMode = .query
      }, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.start(redirectURI: "https://app.example/cb", scopes: [])
    #expect(!pending.url.absoluteString.contains("response_mode"))
  }

  @Test func `The id_token response type returns no access token`() async throws {
    _ = try await signIn(.idToken, nil) { client, _ in
      let failure = await failure(of: try await client.accessToken())
      #expect(
        failure
          == .response(.missingField("access_token", endpoint: .authorization, status: 200)))
    }
  }

  @Test func `The token response type gets the user from the userinfo endpoint`() async throws {
    var scenario = SignInScenario("authorize: { response_type: token }\nflows: [implicit]")
    scenario.respond("/userinfo", #"{"id":"U1","name":"Ada"}"#)
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "U1")
    #expect(outcome.credential?.accessToken.reveal().hasPrefix("access-front-") == true)
    #expect(outcome.transcript.paths == ["GET /authorize", "GET /userinfo"])
  }

  @Test func `A client can sign in several times`() async throws {
    _ = try await signIn(.codeIDToken, .formPost) { client, provider in
      for _ in 0..<2 {
        let user = try await client.signIn(scopes: ["openid"], parameters: .init())
        #expect(user.subject == "user-1")
      }
      let states = Set(
        provider.requests.filter { $0.path == "/authorize" }.compactMap { request in
          FormEncoding.decode(request.query)?.first { $0.name == "state" }?.value
        })
      #expect(states.count == 3)
    }
  }
}

@Suite struct `An ID token that came through the browser` {
  struct ClaimChange: Sendable, CustomTestStringConvertible {
    var name: String
    var types: [ProviderConfiguration.ResponseType]
    var rejection: TokenRejection
    var change: @Sendable (inout [String: JSONValue]) -> Void
    var testDescription: String { name }
  }

  private static let withCode = types.filter(\.includesCode)
  private static let withToken = types.filter(\.includesAccessToken)
  private static let changes = [
    ClaimChange(name: "wrong c_hash", types: withCode, rejection: .hashMismatch("c_hash")) {
      $0["c_hash"] = .string("AAAA")
    },
    ClaimChange(name: "missing c_hash", types: withCode, rejection: .missingHash("c_hash")) { $0["c_hash"] = nil },
    ClaimChange(name: "wrong at_hash", types: withToken, rejection: .hashMismatch("at_hash")) {
      $0["at_hash"] = .string("AAAA")
    },
    ClaimChange(name: "missing at_hash", types: withToken, rejection: .missingHash("at_hash")) { $0["at_hash"] = nil },
    ClaimChange(name: "wrong s_hash", types: types, rejection: .hashMismatch("s_hash")) {
      $0["s_hash"] = .string("AAAA")
    },
    ClaimChange(name: "wrong nonce", types: types, rejection: .nonceMismatch) { $0["nonce"] = .string("n") },
    ClaimChange(name: "missing nonce", types: types, rejection: .nonceMismatch) { $0["nonce"] = nil },
    ClaimChange(name: "wrong iss", types: types, rejection: .issuerMismatch) {
      $0["iss"] = .string("https://evil.example")
    },
    ClaimChange(name: "wrong aud", types: types, rejection: .audienceMismatch) { $0["aud"] = .string("other") },
    ClaimChange(name: "expired", types: types, rejection: .expired) { $0["exp"] = .integer(1) },
  ]

  private static let rows = changes.flatMap { change in change.types.map { (change, $0) } }

  @Test(arguments: rows)
  func `An invalid ID token from the browser is rejected before its code is used`(
    change: ClaimChange, type: ProviderConfiguration.ResponseType
  ) async throws {
    let script = ScriptedProvider.Script { $0.frontClaims = change.change }
    var configuration = try configuration("", over: .oidc)
    configuration.authorization.responseType = type
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client(clientID: "app").signIn(
          scopes: ["openid"], parameters: .init()))
      #expect(failure == .idToken(change.rejection))
      #expect(provider.requests.allSatisfy { $0.path != "/token" })
    }
  }

  @Test func `The ID token from the browser must be about the same user as the one for the code`() async throws {
    let script = ScriptedProvider.Script { $0.frontClaims = { $0["sub"] = .string("user-2") } }
    var configuration = try configuration("", over: .oidc)
    configuration.authorization.responseType = .codeIDToken
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client(clientID: "app").signIn(
          scopes: ["openid"], parameters: .init()))
      #expect(failure == .idToken(.subjectChanged))
    }
  }

  @Test(arguments: [("https://a.example", nil as TokenRejection?), ("https://b.example", .issuerMismatch)])
  func `The ID token from the browser must have the same issuer as the one for the code`(
    issuer: String, rejection: TokenRejection?
  ) async throws {
    let script = ScriptedProvider.Script {
      $0.claims = { $0["iss"] = .string("https://a.example") }
      $0.frontClaims = { $0["iss"] = .string(issuer) }
    }
    var configuration = try configuration(
      "id_token: { issuer: ['https://a.example', 'https://b.example'] }", over: .oidc)
    configuration.authorization.responseType = .codeIDToken
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client(clientID: "app").signIn(
          scopes: ["openid"], parameters: .init()))
      #expect(failure == rejection.map { .idToken($0) })
      #expect(provider.requests.contains { $0.path == "/token" })
    }
  }

  @Test func `The session keeps the ID token for the code instead of the one from the browser`() async throws {
    let script = ScriptedProvider.Script { $0.frontClaims = { $0["place"] = .string("browser") } }
    _ = try await signIn(.codeIDToken, nil, script: script) { client, _ in
      let idToken = try #require(try await client.credential()?.idToken)
      #expect(idToken.claimsOfJWT["place"] == nil)
    }
  }

  @Test(arguments: types)
  func `The ID token from the browser must have the nonce, even if the descriptor makes it optional`(
    type: ProviderConfiguration.ResponseType
  ) async throws {
    var configuration = try configuration("id_token: { nonce: optional }", over: .oidc)
    configuration.authorization.responseType = type
    for (nonce, rejection) in [(nil, .nonceMismatch), ("", .nonceMismatch), ("sent", nil)]
      as [(String?, TokenRejection?)]
    {
      let script = ScriptedProvider.Script {
        $0.frontClaims = { if nonce != "sent" { $0["nonce"] = nonce.map(JSONValue.string) } }
      }
      try await withScriptedProvider(configuration, script: script) { provider in
        let failure = await failure(
          of: try await provider.client(clientID: "app").signIn(
            scopes: ["openid"], parameters: .init()))
        #expect(failure == rejection.map { .idToken($0) })
      }
    }
  }

  @Test(arguments: ["code", "id_token", "access_token"])
  func `A callback without its code, ID token, or access token is rejected`(name: String) async throws {
    let script = ScriptedProvider.Script { $0.callback = { $0.removeAll { $0.name == name } } }
    var configuration = try configuration("", over: .oidc)
    configuration.authorization.responseType = .codeIDTokenToken
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client(clientID: "app").signIn(
          scopes: ["openid"], parameters: .init()))
      let wanted: [String: StepFailure] = [
        "code": .callback(.missingCode), "id_token": .idToken(.missingIDToken),
        "access_token": .callback(.missingField("access_token")),
      ]
      #expect(failure == wanted[name])
    }
  }
}
