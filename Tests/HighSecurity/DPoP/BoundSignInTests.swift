import AuthConfiguration
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `A session that is bound to a key` {
  @Test func `A sign-in, userinfo, an API, and a refresh prove the same key`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      let credential = try #require(try await client.credential())
      let thumbprint = try #require(credential.keyThumbprint)
      let page = try #require(provider.requests(at: "/authorize").first)
      #expect(page.query.contains("dpop_jkt=\(thumbprint)"))
      _ = try await client.userInfo()
      let (_, response) = try await client.data(from: "\(api.url)/accounts?page=2")
      #expect(response.status == .ok)
      let refreshed = try await client.refresh()
      #expect(refreshed.keyThumbprint == thumbprint)
      #expect(try await client.data(from: "\(api.url)/accounts").1.status == .ok)
      let all = provider.requests.filter { ["/token", "/userinfo"].contains($0.path) } + api.requests
      #expect(all.count == 6)
      #expect(Set(all.map { $0.proof?.key.thumbprint }) == [thumbprint])
      let withTokens = all.filter { $0.path != "/token" }
      #expect(withTokens.allSatisfy { $0.headers["authorization"]?.hasPrefix("DPoP ") == true })
    }
  }

  @Test(arguments: ProviderConfiguration.ResponseType.allCases)
  func `An authorization request names the key only if the response has a code`(
    type: ProviderConfiguration.ResponseType
  ) throws {
    let provider = try ResolvedProvider(
      .binding { $0.authorization.responseType = type }, variables: ["domain": "bank.example.com"], clientID: "app")
    let request = try AuthorizationRequest(
      provider: provider, redirectURI: "http://127.0.0.1:8765/callback", scopes: [],
      parameters: AuthorizationParameters(), endpoint: SecureURL.parse("https://bank.example.com/authorize"),
      key: SessionKey(generating: .es256))
    #expect(request.pairs.contains { $0.name == "dpop_jkt" } == type.includesCode)
  }

  @Test func `A pushed request has a proof of the key that the tokens are bound to`() async throws {
    var configuration = ProviderConfiguration.binding()
    configuration.authorization.par = .required
    try await withBank(configuration) { provider, _ in
      let client = provider.client()
      try await client.signInPlainly()
      let credential = try #require(try await client.credential())
      let pushed = provider.requests(at: "/par")
      #expect(pushed.count == 1)
      #expect(try #require(pushed.first?.proof).key.thumbprint == credential.keyThumbprint)
    }
  }

  @Test func `Each sign-in has a new key`() async throws {
    try await withBank { provider, _ in
      let client = provider.client()
      try await client.signInPlainly()
      let first = try await client.credential()?.keyThumbprint
      try await client.signInPlainly()
      #expect(first != nil)
      #expect(try await client.credential()?.keyThumbprint != first)
    }
  }

  @Test func `A streamed request has a proof`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      let (_, response) = try await client.stream(for: .get("\(api.url)/accounts"))
      #expect(response.status == .ok)
    }
  }

  @Test func `A request with its own method and body has a proof for that method`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      var request = HTTPRequest.get("\(api.url)/accounts")
      request.method = .patch
      #expect(try await client.data(for: request, body: Data("{}".utf8)).1.status == .ok)
      #expect(api.requests.first?.proof?.claims["htm"] == "PATCH")
    }
  }

  @Test func `A sign-in on another device binds the tokens`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      _ = try await client.signInOnAnotherDevice(scopes: []) { _ in }
      #expect(try await client.credential()?.keyThumbprint != nil)
      #expect(try await client.data(from: "\(api.url)/accounts").1.status == .ok)
      #expect(provider.requests(at: "/device").allSatisfy { $0.headers["dpop"] == nil })
    }
  }

  @Test func `A client binds all its own tokens to one key, and sends them with proofs`() async throws {
    try await withBank { provider, api in
      let client = provider.client(clientSecret: Secret("secret"))
      let (first, second) = (try await client.clientCredential(), try await client.clientCredential())
      #expect(first.keyThumbprint != nil)
      #expect(first.keyThumbprint == second.keyThumbprint)
      #expect(try await client.data(for: .get("\(api.url)/jobs"), with: first).1.status == .ok)
    }
  }

  @Test func `A web app's pending sign-in keeps the key until the exchange in another process`() async throws {
    try await withBank { provider, api in
      let backend = provider.plainBackend()
      let pending = try await backend.start(redirectURI: "https://app.example/cb", scopes: [])
      #expect(pending.url.query()?.contains("dpop_jkt=") == true)
      let stored = try JSONDecoder().decode(PendingAuthorization.self, from: try JSONEncoder().encode(pending))
      let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: pending.url))
      let query = try #require(response.headers[.location].flatMap { URL(string: $0)?.query(percentEncoded: true) })
      let other = provider.plainBackend()
      let credential = try await other.exchange(try other.grant(from: query, for: stored)).credential
      #expect(credential.keyThumbprint == pending.request.sessionKey?.signer?.thumbprint)
      let restored = try Credential(encoded: credential.encoded())
      #expect(try await other.data(for: .get("\(api.url)/accounts"), with: restored).1.status == .ok)
      #expect(try await other.userInfo(of: restored).subject == "user-1")
      let fresh = try await other.refresh(restored) { _ in }
      #expect(fresh.keyThumbprint == restored.keyThumbprint)
    }
  }

  @Test func `The app's server binds the tokens of a device's grant to its own key`() async throws {
    let configuration = ProviderConfiguration.binding { $0.client.exchange = .backend }
    try await withBank(configuration) { provider, _ in
      let grant = try await provider.client().authorize(scopes: [], parameters: AuthorizationParameters())
      #expect(provider.requests(at: "/authorize").first?.query.contains("dpop_jkt") == false)
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      let signedIn = try await provider.plainBackend().exchange(received)
      #expect(signedIn.credential.keyThumbprint != nil)
    }
  }

  @Test func `A grant whose code is bound to a key that it doesn't contain is rejected before the code is sent`()
    async throws
  {
    try await withBank { provider, _ in
      let backend = provider.plainBackend()
      let pending = try await backend.start(redirectURI: "https://app.example/cb", scopes: [])
      let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: pending.url))
      let query = try #require(response.headers[.location].flatMap { URL(string: $0)?.query(percentEncoded: true) })
      let grant = try backend.grant(from: query, for: pending)
      let moved = try #require(AuthorizationGrant(encoded: grant.encoded()))
      let error = await failure(StepFailure.self, of: try await backend.exchange(moved))
      #expect(error == .configuration(.unusableGrant))
      #expect(provider.requests(at: "/token").isEmpty)
      #expect(!String(decoding: grant.encoded(), as: UTF8.self).contains("PRIVATE"))
    }
  }

  @Test func `An access token that the app sends itself has a proof of the session's key`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      let token = try await client.accessToken()
      var request = HTTPRequest.get("\(api.url)/accounts")
      let proof = try await client.proof(for: request, accessToken: token)
      request.headerFields[.authorization] = "DPoP \(token.reveal())"
      request.headerFields[try #require(HTTPField.Name("DPoP"))] = proof?.reveal()
      #expect(try await AuthEnvironment.platformTransport.send(request).1.status == .ok)
    }
  }

  @Test func `A revocation request doesn't contain a proof`() async throws {
    try await withBank { provider, _ in
      let client = provider.client()
      try await client.signInPlainly()
      try await client.revokeTokens()
      #expect(provider.requests(at: "/revoke").map { $0.headers["dpop"] } == [nil])
    }
  }

  @Test func `Introspection and signed access tokens name the key`() async throws {
    try await withBank(.binding { $0.accessToken.format = .jwt }) { provider, _ in
      let client = provider.client(clientSecret: Secret("secret"))
      try await client.signInPlainly()
      let credential = try #require(try await client.credential())
      let expected = credential.keyThumbprint.map { JSONValue.object(["jkt": .string($0)]) }
      #expect(credential.accessToken.claimsOfJWT["cnf"] == expected)
      #expect(try await client.introspect(credential.accessToken).claims["cnf"] == expected)
    }
  }
}
