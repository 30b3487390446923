import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Verified tokens` {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func response(_ subject: String, livingFor seconds: Int64 = 600) throws -> TokenCache.Outcome {
    let claims: [String: JSONValue] = ["sub": .string(subject), "exp": .integer(1_800_000_000 + seconds)]
    let provider = try ResolvedProvider(.openIDConnect(issuer: "https://id.example"), variables: [:], clientID: "app")
    let checked = TokenClaims(claims, of: provider, leeway: .zero, now: Self.start)
    return .token(try VerifiedToken(checked, rules: .init()))
  }

  private func subject(_ cache: TokenCache, _ token: String, after seconds: Double = 0) throws -> String? {
    try cache.response(to: .init(Secret(token)), at: Self.start.addingTimeInterval(seconds))?.get().subject
  }

  @Test(
    arguments: [
      (600, [29.9: true, 30: false, -1: false]), (10, [9.9: true, 10: false]), (-10, [-10: false, 0: false]),
    ] as [(Int64, [Double: Bool])])
  func `A verified token is cached for the policy's lifetime, and never longer than its own`(
    lifetime: Int64, expected: [Double: Bool]
  ) throws {
    let cache = TokenCache(TokenCachePolicy(count: 4, lifetime: .seconds(30)))
    cache.keep(try response("user-1", livingFor: lifetime), as: .init(Secret("a")), at: Self.start)
    for (time, isThere) in expected { #expect(try (subject(cache, "a", after: time) != nil) == isThere, "\(time)") }
    #expect(try subject(cache, "b") == nil)
  }

  @Test func `A full cache removes the oldest token`() throws {
    let cache = TokenCache(TokenCachePolicy(count: 3, lifetime: .seconds(30)))
    for name in ["a", "b", "c", "a", "d", "e"] {
      cache.keep(try response(name), as: .init(Secret(name)), at: Self.start)
    }
    #expect(try ["a", "b", "c", "d", "e"].map { try subject(cache, $0) } == [nil, nil, "c", "d", "e"])
    for number in 1...1000 { cache.keep(try response("x"), as: .init(Secret("x\(number)")), at: Self.start) }
    #expect(try ["x997", "x998", "x999", "x1000"].map { try subject(cache, $0) } == [nil, "x", "x", "x"])
  }

  @Test(
    arguments: [
      .none, TokenCachePolicy(count: 0, lifetime: .seconds(30)), TokenCachePolicy(count: -1, lifetime: .seconds(30)),
      TokenCachePolicy(count: 4, lifetime: .zero), TokenCachePolicy(count: 4, lifetime: .seconds(-1)),
    ])
  func `A policy without room or time caches no token`(policy: TokenCachePolicy) throws {
    let cache = TokenCache(policy)
    cache.keep(try response("a"), as: .init(Secret("a")), at: Self.start)
    #expect(try subject(cache, "a") == nil)
  }

  @Test func `A cached token isn't verified again until it expires`() async throws {
    let fixture = APIFixture(cache: .standard)
    let token = try fixture.token(["exp": .number(fixture.time.value.timeIntervalSince1970 + 20)])
    #expect(await fixture.failure(of: token) == nil)
    #expect(await fixture.failure(of: token) == nil)
    #expect(
      await fixture.failure(of: token + "A") == .invalidToken(.invalidSignature),
      "another token, although a similar one")
    fixture.time.withLock { $0 += 81 }
    #expect(await fixture.failure(of: token) == .invalidToken(.expired))
  }
}

@Suite struct `An API whose provider changes its keys` {
  @Test(arguments: [TokenCachePolicy.none, .standard])
  func `No caller is rejected when keys change, and each new key causes one request`(cache: TokenCachePolicy)
    async throws
  {
    let tokenSigners = (0..<4).map { TokenSigner(keyID: "key-\($0)") }
    let (published, fetches, done) = (Locked(1), Locked(0), tokenSigners.map { _ in Locked(0) })
    let fixture = APIFixture(cache: cache) { _ in
      fetches.withLock { $0 += 1 }
      return .keySet(tokenSigners.prefix(published.value).map(\.jwk))
    }
    let gates = tokenSigners.map { _ in GatedClock() }
    let rejected = await withTaskGroup(of: AccessFailure?.self) { group in
      for number in 0..<1_000 {
        let round = number % tokenSigners.count
        let claims = fixture.claims.merging(["jti": .string("t\(number)")]) { $1 }
        group.addTask {
          try? await gates[round].sleep(until: .now, tolerance: nil)
          let token = try? tokenSigners[round].token(claims: claims, header: ["typ": .string("at+jwt")])
          let failure = await fixture.failure(of: token ?? "")
          done[round].withLock { $0 += 1 }
          return failure
        }
      }
      for round in tokenSigners.indices {
        // The provider publishes a key during the requests, and signs with it ten seconds later. By then, the request for
        // the previous key has ended, because callers with that key are done.
        if round > 0 { await done[round - 1].wait { $0 >= 125 } }
        published.withLock { $0 = round + 1 }
        fixture.time.withLock { $0 += KeySource.policy.cooldown }
        gates[round].open()
      }
      return await group.reduce(into: [AccessFailure]()) { list, failure in list += failure.map { [$0] } ?? [] }
    }
    #expect(rejected == [])
    #expect(done.map(\.value).reduce(0, +) == 1_000)
    #expect(fetches.value == tokenSigners.count)
  }

  @Test func `A new key is found although forged tokens cause requests all the time`() async throws {
    let (old, new, published) = (TokenSigner(keyID: "key-0"), TokenSigner(keyID: "key-1"), Locked(1))
    let fixture = APIFixture { _ in .keySet([old, new].prefix(published.value).map(\.jwk)) }
    let header: [String: JSONValue] = ["typ": .string("at+jwt")]
    #expect(await fixture.failure(of: try old.token(claims: fixture.claims, header: header)) == nil)
    fixture.time.withLock { $0 += KeySource.policy.cooldown }
    // A forged token with a known key ID.
    let forged = try TokenSigner(keyID: "key-0").token(claims: fixture.claims, header: header)
    for _ in 1...20 { #expect(await fixture.failure(of: forged) == .invalidToken(.invalidSignature)) }
    #expect(fixture.server.asked.value == 2)
    published.withLock { $0 = 2 }
    #expect(await fixture.failure(of: try new.token(claims: fixture.claims, header: header)) == nil)
    #expect(fixture.server.asked.value == 3)
  }

  @Test func `Without any keys, the API requests them at most once a second`() async throws {
    let fixture = APIFixture { _ throws(TransportFailure) in throw .tooLarge }
    for number in 0..<50 {
      let header: [String: JSONValue] = ["typ": .string("at+jwt"), "kid": .string("k\(number)")]
      #expect(await fixture.failure(of: try fixture.token(header: header))?.challenge().status == 503)
    }
    #expect(fixture.server.asked.value == 1)
    fixture.time.withLock { $0 += ResourceCore.firstCooldown }
    #expect(await fixture.failure(of: try fixture.token())?.challenge().status == 503)
    #expect(fixture.server.asked.value == 2)
  }

  @Test func `Tokens with made-up key IDs don't cause more requests`() async throws {
    let fixture = APIFixture()
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    let strangers = try (0..<200).map {
      try fixture.token(header: ["typ": .string("at+jwt"), "kid": .string("k\($0)")])
    }
    await withTaskGroup { group in
      for token in strangers {
        group.addTask { #expect(await fixture.failure(of: token) == .invalidToken(.noMatchingKey)) }
      }
    }
    #expect(fixture.server.asked.value == 2)
  }

  @Test func `If the keys can't be fetched, the API responds that it can't verify tokens now`() async throws {
    let fixture = APIFixture { _ throws(TransportFailure) in throw .network(.unreachable(host: "id.example")) }
    let failure = await fixture.failure(of: try fixture.token())
    #expect(failure == .unavailable(.network(.unreachable(host: "id.example"), endpoint: .keys)))
    #expect(failure?.challenge().status == 503)
  }
}
