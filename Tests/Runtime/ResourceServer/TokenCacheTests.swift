import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Verified tokens` {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func answer(_ subject: String, livingFor seconds: Int64 = 600) throws -> TokenCache.Answer {
    let claims: [String: JSONValue] = ["sub": .string(subject), "exp": .integer(1_800_000_000 + seconds)]
    return .token(try VerifiedToken(claims, rules: .init(), audiences: []))
  }

  private func subject(_ cache: TokenCache, _ token: String, after seconds: Double = 0) throws -> String? {
    try cache.answer(to: .init(Secret(token)), at: Self.start.addingTimeInterval(seconds))?.get().subject
  }

  @Test(
    arguments: [(600, [29.9: true, 30: false, -1: false]), (10, [9.9: true, 10: false])] as [(Int64, [Double: Bool])])
  func `are remembered for their time, and never beyond their own`(lifetime: Int64, expected: [Double: Bool]) throws {
    let cache = TokenCache(TokenCachePolicy(count: 4, lifetime: .seconds(30)))
    cache.keep(try answer("user-1", livingFor: lifetime), as: .init(Secret("a")), at: Self.start)
    for (time, isThere) in expected { #expect(try (subject(cache, "a", after: time) != nil) == isThere, "\(time)") }
    #expect(try subject(cache, "b") == nil)
  }

  @Test func `make room for newer ones, the oldest first`() throws {
    let cache = TokenCache(TokenCachePolicy(count: 3, lifetime: .seconds(30)))
    for name in ["a", "b", "c", "a", "d", "e"] { cache.keep(try answer(name), as: .init(Secret(name)), at: Self.start) }
    #expect(try ["a", "b", "c", "d", "e"].map { try subject(cache, $0) } == [nil, nil, "c", "d", "e"])
    for number in 1...1000 { cache.keep(try answer("x"), as: .init(Secret("x\(number)")), at: Self.start) }
    #expect(try ["x997", "x998", "x999", "x1000"].map { try subject(cache, $0) } == [nil, "x", "x", "x"])
  }

  @Test func `are not remembered unless that is wanted`() throws {
    let cache = TokenCache(.none)
    cache.keep(try answer("a"), as: .init(Secret("a")), at: Self.start)
    #expect(try subject(cache, "a") == nil)
  }

  @Test func `spare the work, and end with their time`() async throws {
    let desk = APIDesk(cache: .standard)
    let token = try desk.token(["exp": .number(desk.time.value.timeIntervalSince1970 + 20)])
    #expect(await desk.failure(of: token) == nil)
    #expect(await desk.failure(of: token) == nil)
    #expect(await desk.failure(of: token + "A") == .invalidToken(.invalidSignature), "another token, however alike")
    desk.time.withLock { $0 += 81 }
    #expect(await desk.failure(of: token) == .invalidToken(.expired))
  }
}

@Suite struct `An API whose provider changes its keys` {
  @Test(arguments: [TokenCachePolicy.none, .standard])
  func `refuses nobody, and asks once for each new key`(cache: TokenCachePolicy) async throws {
    let mints = (0..<4).map { TokenMint(keyID: "key-\($0)") }
    let (published, fetches) = (Locked(1), Locked(0))
    let desk = APIDesk(cache: cache) { _ in
      fetches.withLock { $0 += 1 }
      return .keySet(mints.prefix(published.value).map(\.jwk))
    }
    for round in mints.indices {
      // The provider publishes a key before it signs with it.
      published.withLock { $0 = round + 1 }
      let tokens = try (0..<250).map { number in
        let mint = mints[number % (round + 1)]
        let claims = desk.claims.merging(["jti": .string("\(round)-\(number)")]) { $1 }
        return try mint.token(claims: claims, header: ["typ": .string("at+jwt")])
      }
      let refused = await withTaskGroup(of: AccessFailure?.self) { group in
        for token in tokens { group.addTask { await desk.failure(of: token) } }
        return await group.reduce(into: [AccessFailure]()) { list, failure in list += failure.map { [$0] } ?? [] }
      }
      #expect(refused == [])
      #expect(fetches.value == round + 1, "one for the new key")
      desk.time.withLock { $0 += KeySource.cooldown }
    }
  }

  @Test func `is not made to ask by tokens of keys that nobody has`() async throws {
    let desk = APIDesk()
    #expect(await desk.failure(of: try desk.token()) == nil)
    let strangers = try (0..<200).map { try desk.token(header: ["typ": .string("at+jwt"), "kid": .string("k\($0)")]) }
    await withTaskGroup { group in
      for token in strangers {
        group.addTask { #expect(await desk.failure(of: token) == .invalidToken(.noMatchingKey)) }
      }
    }
    #expect(desk.server.asked.value == 2)
  }

  @Test func `says that it cannot tell while the keys cannot be had`() async throws {
    let desk = APIDesk { _ throws(TransportFailure) in throw .network(.unreachable(host: "id.example")) }
    let failure = await desk.failure(of: try desk.token())
    #expect(failure == .unavailable(.network(.unreachable(host: "id.example"))))
    #expect(failure?.challenge().status == 503)
  }
}
