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

  /// An API beside a server that says so about every token.
  private func desk(
    _ answer: String, cache: TokenCachePolicy = .none, seen: Locked<[TransportRequest]> = Locked([])
  ) -> APIDesk<DynamicProvider> {
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    return APIDesk(DynamicProvider.self, Self.configuration, client: client, cache: cache) { request in
      seen.withLock { $0.append(request) }
      return TransportResponse(status: 200, headers: [.contentType: "application/json"], body: Data(answer.utf8))
    }
  }

  private static let active =
    #"{"active":true,"sub":"user-1","client_id":"app","aud":"https://api.example","scope":"a b","exp":1800000100}"#

  @Test func `is what its server says`() async throws {
    let seen = Locked<[TransportRequest]>([])
    let caller = try await desk(Self.active, seen: seen).caller("opaque")
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
      (#"{"active":true,"aud":"https://api.example","client_id":"app"}"#, .claim(.missingClaim("sub"))),
      (
        #"{"active":true,"sub":"u","aud":"https://api.example","token_use":"refresh_token"}"#,
        .unexpectedClaim("token_use")
      ),
      (#"{"active":true,"sub":"u","aud":"https://api.example","token_type":"DPoP"}"#, .senderConstrained),
      (#"{"active":true,"sub":"u","aud":"https://api.example","cnf":{"jkt":"x"}}"#, .senderConstrained),
    ] as [(String, TokenRejection)])
  func `is rejected when its server does not vouch for it here`(
    answer: String, rejection: TokenRejection
  ) async throws {
    #expect(await desk(answer).failure(of: "opaque") == .invalidToken(rejection))
  }

  @Test(arguments: [#"{"error":"server_error"}"#, "<html>", #"{"active":"yes"}"#])
  func `is not called wrong when its server gives no answer`(answer: String) async throws {
    guard case .unavailable = await desk(answer).failure(of: "opaque") else {
      Issue.record("another failure than that of the server")
      return
    }
  }

  @Test func `is nothing that a client may ask about whom the server does not know`() async throws {
    let desk = desk(#"{"error":"invalid_client"}"#)
    let failure = AccessFailure.configuration(.rejectedIntrospectionClient)
    await #expect(throws: failure) { try await desk.api.checkReadiness() }
    #expect(await desk.failure(of: "opaque") == failure)
    #expect(failure.challenge().status == 500)
  }

  @Test func `is not asked about for a while when the server gives no answer`() async throws {
    let asked = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let desk = APIDesk(DynamicProvider.self, Self.configuration, client: client) { _ in
      asked.withLock { $0 += 1 }
      return TransportResponse(status: 429, headers: [.retryAfter: "20"])
    }
    let failure = AccessFailure.unavailable(.response(.rateLimited(retryAfter: .seconds(20))))
    for (wait, count) in [(0.0, 1), (4.5, 1), (0.5, 2)] {
      desk.time.withLock { $0 += wait }
      for number in 1...10 { #expect(await desk.failure(of: "made-up-\(number)") == failure) }
      #expect(asked.value == count)
    }
  }

  @Test func `is one of a few that are asked about at a time`() async throws {
    let (gate, seen) = (GatedClock(), Locked(0))
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let desk = APIDesk(DynamicProvider.self, Self.configuration, client: client) { _ in
      seen.withLock { $0 += 1 }
      try? await gate.sleep(until: .now, tolerance: nil)
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    let failures = await withTaskGroup(of: AccessFailure?.self) { group in
      for number in 0..<Introspections.most { group.addTask { await desk.failure(of: "t\(number)") } }
      await seen.wait { $0 == Introspections.most }
      #expect(await desk.failure(of: "one-more")?.challenge().status == 503)
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: Introspections.most))
    #expect(seen.value == Introspections.most)
  }

  @Test func `is asked about once for a while, good or bad`() async throws {
    let cache = TokenCachePolicy(count: 10, lifetime: .seconds(30))
    for (answer, isGood) in [(Self.active, true), (#"{"active":false}"#, false)] {
      let desk = desk(answer, cache: cache)
      for (wait, asked) in [(0.0, 1), (29, 1), (1, 2)] {
        desk.time.withLock { $0 += wait }
        #expect((await desk.failure(of: "opaque") == nil) == isGood)
        #expect(desk.server.asked.value == asked)
      }
    }
  }

  @Test func `is remembered however many others are made up`() async throws {
    let asked = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let desk = APIDesk(DynamicProvider.self, Self.configuration, client: client, cache: .standard) { request in
      asked.withLock { $0 += 1 }
      let isGood = String(decoding: request.body ?? Data(), as: UTF8.self).contains("token=good")
      return TransportResponse(
        status: 200, headers: [:], body: Data((isGood ? Self.active : #"{"active":false}"#).utf8))
    }
    #expect(await desk.failure(of: "good") == nil)
    for number in 1...2_000 { _ = await desk.failure(of: "bad\(number)") }
    #expect(asked.value == 2_001)
    #expect(await desk.failure(of: "good") == nil)
    #expect(asked.value == 2_001)
  }

  @Test func `is asked about once for all who bring it at the same time`() async throws {
    let (gate, seen) = (GatedClock(), Locked(0))
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let desk = APIDesk(DynamicProvider.self, Self.configuration, client: client, cache: .standard) { _ in
      seen.withLock { $0 += 1 }
      try? await gate.sleep(until: .now, tolerance: nil)
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    let failures = await withTaskGroup(of: AccessFailure?.self) { group in
      for _ in 1...50 { group.addTask { await desk.failure(of: "opaque") } }
      await seen.wait { $0 > 0 }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == Array(repeating: nil, count: 50))
    // Whoever has looked for an answer in vain just before it came asks once more.
    #expect(seen.value <= 3)
  }

  @Test func `is nothing that an API without a client can judge`() async throws {
    let desk = APIDesk()
    #expect(await desk.failure(of: "opaque") == .invalidToken(.malformed("it isn't a signed JWT")))
  }

  @Test(arguments: [("opaque", true), ("two.parts", true), ("five.parts.of.a.jwe", true), ("a.b.c", false)])
  func `is whatever is not signed, where the provider's others are`(token: String, isAsked: Bool) async throws {
    let seen = Locked(0)
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    let rules = ProviderConfiguration.api.with { $0.server.introspectionEndpoint = "https://{domain}/introspect" }
    let desk = APIDesk(DynamicProvider.self, rules, client: client) { _ in
      seen.withLock { $0 += 1 }
      return TransportResponse(status: 200, headers: [:], body: Data(Self.active.utf8))
    }
    #expect((await desk.failure(of: token) == nil) == isAsked)
    #expect(seen.value == (isAsked ? 1 : 0))
  }
}
