import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An opaque access token` {
  private static let configuration = ProviderConfiguration.plain.with {
    $0.server.introspectionEndpoint = "https://{domain}/introspect"
  }

  /// An API whose server gives this response for every token.
  private func fixture(
    _ response: String, cache: TokenCachePolicy = .none, seen: Locked<[TransportRequest]> = Locked([])
  ) -> APIFixture<DynamicProvider> {
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    return APIFixture(DynamicProvider.self, Self.configuration, client: client, cache: cache) { request in
      seen.withLock { $0.append(request) }
      return TransportResponse(status: 200, headers: [.contentType: "application/json"], body: Data(response.utf8))
    }
  }

  private static let active =
    #"{"active":true,"sub":"user-1","client_id":"app","aud":"https://api.example","scope":"a b","exp":1800000100}"#

  @Test func `The caller has the values of the introspection response`() async throws {
    let seen = Locked<[TransportRequest]>([])
    let caller = try await fixture(Self.active, seen: seen).caller("opaque")
    #expect((caller.subject, caller.clientID, caller.scopes) == ("user-1", "app", ["a", "b"]))
    let request = try #require(seen.value.first)
    #expect(request.url.absoluteString == "https://id.example/introspect")
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    #expect(body.contains("token=opaque") && body.contains("token_type_hint=access_token"))
  }

  @Test(
    arguments: [
      (#"{"active":false}"#, .inactive), (#"{"active":false,"aud":"https://api.example"}"#, .inactive),
      (#"{"active":true,"sub":"u"}"#, .audienceMismatch), (#"{"active":true,"sub":"u","aud":"b"}"#, .audienceMismatch),
      (#"{"active":true,"sub":"u","aud":"https://api.example","iss":"https://evil.example"}"#, .issuerMismatch),
      (#"{"active":true,"sub":"u","aud":"https://api.example","exp":1700000000}"#, .expired),
      (#"{"active":true,"sub":"u","aud":"https://api.example","nbf":1800000061}"#, .notYetValid),
      (#"{"active":true,"sub":"u","aud":"https://api.example","iat":1800000061}"#, .notYetValid),
      (#"{"active":true,"aud":"https://api.example","client_id":"app"}"#, .claim(.missingClaim("sub"))),
      (
        #"{"active":true,"sub":"u","aud":"https://api.example","token_use":"refresh_token"}"#,
        .unexpectedClaim("token_use")
      ),
      (#"{"active":true,"sub":"u","aud":"https://api.example","token_type":"DPoP"}"#, .senderConstrained),
      (#"{"active":true,"sub":"u","aud":"https://api.example","cnf":{"jkt":"x"}}"#, .senderConstrained),
    ] as [(String, TokenRejection)])
  func `An opaque token that is inactive, or active for another API, is rejected`(
    response: String, rejection: TokenRejection
  ) async throws {
    #expect(await fixture(response).failure(of: "opaque") == .invalidToken(rejection))
  }

  @Test(arguments: [(true, nil), (false, .unexpectedClaim("tenant"))] as [(Bool, TokenRejection?)])
  func `An opaque token must have the claims that the descriptor checks`(hasClaim: Bool, rejection: TokenRejection?)
    async throws
  {
    let body = Self.active.replacing("}", with: hasClaim ? #","tenant":4}"# : "}")
    let fixture = APIFixture(
      DynamicProvider.self, Self.configuration.with { $0.accessToken.checks = ["tenant": "present"] },
      client: ClientCredentials(id: "api", secret: Secret("s"))
    ) { _ in TransportResponse(status: 200, headers: [:], body: Data(body.utf8)) }
    #expect(await fixture.failure(of: "opaque") == rejection.map { .invalidToken($0) })
  }

  @Test func `If the provider's tokens are opaque, a token that looks like a JWT is introspected too`() async throws {
    #expect(try await fixture(Self.active).caller("a.b.c").subject == "user-1")
  }

  @Test(arguments: [#"{"error":"server_error"}"#, "<html>", #"{"active":"yes"}"#])
  func `If the introspection fails, an opaque token isn't called invalid`(response: String) async throws {
    guard case .unavailable = await fixture(response).failure(of: "opaque") else {
      Issue.record("the failure isn't the server's")
      return
    }
  }

  @Test func `A rejected introspection client is reported as a configuration error`() async throws {
    let fixture = fixture(#"{"error":"invalid_client"}"#)
    let failure = AccessFailure.configuration(.rejectedIntrospectionClient)
    await #expect(throws: failure) { try await fixture.api.checkReadiness() }
    #expect(await fixture.failure(of: "opaque") == failure)
    #expect(failure.challenge().status == 500)
  }

  @Test(arguments: [401, 403])
  func `A rejection of the introspection client doesn't make the token invalid`(status: Int) async throws {
    let fixture = APIFixture(
      DynamicProvider.self, Self.configuration, client: ClientCredentials(id: "api", secret: Secret("s"))
    ) { _ in TransportResponse(status: status, headers: [:], body: Data(#"{"error":"invalid_token"}"#.utf8)) }
    #expect(await fixture.failure(of: "opaque") == .configuration(.rejectedIntrospectionClient))
  }

  @Test func `No opaque token is introspected for a while after the server didn't give a result`() async throws {
    let asked = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let fixture = APIFixture(DynamicProvider.self, Self.configuration, client: client) { _ in
      asked.withLock { $0 += 1 }
      return TransportResponse(status: 429, headers: [.retryAfter: "20"])
    }
    let failure = AccessFailure.unavailable(.response(.rateLimited(retryAfter: .seconds(20), endpoint: .introspection)))
    for (wait, count) in [(0.0, 1), (4.5, 1), (0.5, 2)] {
      fixture.time.withLock { $0 += wait }
      for number in 1...10 { #expect(await fixture.failure(of: "made-up-\(number)") == failure) }
      #expect(asked.value == count)
    }
  }

  @Test func `A limited number of opaque tokens is introspected at the same time`() async throws {
    let (gate, seen) = (GatedClock(), Locked(0))
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let fixture = APIFixture(DynamicProvider.self, Self.configuration, client: client) { _ in
      seen.withLock { $0 += 1 }
      try? await gate.sleep(until: .now, tolerance: nil)
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    let failures = await withTaskGroup(of: AccessFailure?.self) { group in
      for number in 0..<Introspections.maximumRequests { group.addTask { await fixture.failure(of: "t\(number)") } }
      await seen.wait { $0 == Introspections.maximumRequests }
      #expect(await fixture.failure(of: "one-more")?.challenge().status == 503)
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: Introspections.maximumRequests))
    #expect(seen.value == Introspections.maximumRequests)
  }

  @Test func `The introspection of an active or inactive token is cached`() async throws {
    let cache = TokenCachePolicy(count: 10, lifetime: .seconds(30))
    for (response, isGood) in [(Self.active, true), (#"{"active":false}"#, false)] {
      let fixture = fixture(response, cache: cache)
      for (wait, asked) in [(0.0, 1), (29, 1), (1, 2)] {
        fixture.time.withLock { $0 += wait }
        #expect((await fixture.failure(of: "opaque") == nil) == isGood)
        #expect(fixture.server.asked.value == asked)
      }
    }
  }

  @Test func `An active token stays cached even after many made-up ones`() async throws {
    let asked = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let fixture = APIFixture(DynamicProvider.self, Self.configuration, client: client, cache: .standard) { request in
      asked.withLock { $0 += 1 }
      let isGood = String(decoding: request.body ?? Data(), as: UTF8.self).contains("token=good")
      return TransportResponse(
        status: 200, headers: [:], body: Data((isGood ? Self.active : #"{"active":false}"#).utf8))
    }
    #expect(await fixture.failure(of: "good") == nil)
    for number in 1...2_000 { _ = await fixture.failure(of: "bad\(number)") }
    #expect(asked.value == 2_001)
    #expect(await fixture.failure(of: "good") == nil)
    #expect(asked.value == 2_001)
  }

  @Test func `Simultaneous callers with the same opaque token share an introspection`() async throws {
    let (gate, seen) = (GatedClock(), Locked(0))
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let fixture = APIFixture(DynamicProvider.self, Self.configuration, client: client, cache: .standard) { _ in
      seen.withLock { $0 += 1 }
      try? await gate.sleep(until: .now, tolerance: nil)
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    let failures = await withTaskGroup(of: AccessFailure?.self) { group in
      for _ in 1...50 { group.addTask { await fixture.failure(of: "opaque") } }
      await seen.wait { $0 > 0 }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: 50))
    // A caller that looked for a result just before it arrived starts another request.
    #expect(seen.value <= 3)
  }

  @Test func `An API without a client rejects opaque tokens`() async throws {
    let fixture = APIFixture()
    #expect(await fixture.failure(of: "opaque") == .invalidToken(.malformed("it isn't a signed JWT")))
  }

  @Test(arguments: [("opaque", true), ("two.parts", true), ("five.parts.of.a.jwe", true), ("a.b.c", false)])
  func `If the provider issues JWTs, other tokens are introspected`(token: String, isAsked: Bool) async throws {
    let seen = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let rules = ProviderConfiguration.api.with { $0.server.introspectionEndpoint = "https://{domain}/introspect" }
    let fixture = APIFixture(DynamicProvider.self, rules, client: client) { _ in
      seen.withLock { $0 += 1 }
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    #expect((await fixture.failure(of: token) == nil) == isAsked)
    #expect(seen.value == (isAsked ? 1 : 0))
  }
}
