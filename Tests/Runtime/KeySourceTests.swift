import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The cache of keys` {
  @Test(
    arguments: [
      ([:], 600), ([.cacheControl: "max-age=3600"], 3600), ([.cacheControl: "public, Max-Age=\"3600\""], 3600),
      ([.cacheControl: "max-age=3600", .age: "600"], 3000), ([.cacheControl: "max-age=3600", .age: "x"], 3600),
      ([.cacheControl: "max-age=5"], 60), ([.cacheControl: "max-age=600", .age: "9000"], 60),
      ([.cacheControl: "max-age=99999999999999999999"], 86_400), ([.cacheControl: "max-age=-1"], 600),
      ([.cacheControl: "no-store, max-age=3600"], 60), ([.cacheControl: "no-cache"], 60),
      ([.cacheControl: ""], 600),
      ([.expires: "Sun, 06 Nov 1994 09:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], 3600),
      ([.expires: "Sun, 06 Nov 1994 09:49:37 GMT"], 600), ([.expires: "0"], 60),
      ([.expires: "0", .cacheControl: "max-age=120"], 120),
    ] as [(HTTPFields, TimeInterval)])
  func `Keys are cached for the time that the server sets, from a minute to a day`(
    headers: HTTPFields, seconds: TimeInterval
  ) {
    #expect(KeySource.lifetime.seconds(of: TransportResponse(status: 200, headers: headers)) == seconds)
  }

  @Test func `Keys are fetched again when their lifetime is over, and not before`() async throws {
    let mint = TokenMint()
    let desk = try TokenDesk(mint) { _ in .keySet([mint.jwk], headers: [.cacheControl: "max-age=100"]) }
    for (seconds, requests) in [(0.0, 1), (99, 1), (1, 2), (99, 2), (-150, 3)] {
      desk.time.withLock { $0 += seconds }
      #expect(await desk.failure(of: try desk.token()) == nil)
      #expect(desk.server.asked.value == requests)
    }
  }

  @Test func `Tokens with made-up key IDs don't remove the cached keys`() async throws {
    let desk = try TokenDesk()
    for number in 1...200 {
      #expect(await desk.failure(of: try desk.token(["kid": .string("k\(number)")])) == .idToken(.noMatchingKey))
    }
    #expect(desk.server.asked.value == 2)
    #expect(await desk.failure(of: try desk.token()) == nil, "known keys are still cached")
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    for number in 1...200 { _ = await desk.failure(of: try desk.token(["kid": .string("k\(number)")])) }
    #expect(desk.server.asked.value == 3)
  }

  @Test func `A new key that reuses an old key ID is found`() async throws {
    let (old, new, isReplaced) = (TokenMint(), TokenMint(), Locked(false))
    let desk = try TokenDesk(old) { _ in .keySet([isReplaced.value ? new.jwk : old.jwk]) }
    #expect(await desk.failure(of: try desk.token()) == nil)
    isReplaced.withLock { $0 = true }
    let token = try new.token(claims: desk.claims)
    #expect(await desk.failure(of: token) == .idToken(.invalidSignature), "the keys were fetched a moment ago")
    #expect(desk.server.asked.value == 1)
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await desk.failure(of: token) == nil)
    #expect(desk.server.asked.value == 2)
    for _ in 1...50 { #expect(await desk.failure(of: try desk.token()) == .idToken(.invalidSignature)) }
    #expect(desk.server.asked.value == 2, "forged tokens cause no requests")
  }

  @Test(arguments: [TransportFailure.network(.unreachable(host: "id.example")), .tooLarge])
  func `Cached keys are used for a day while the server can't be reached`(outage: TransportFailure) async throws {
    let (mint, isDown) = (TokenMint(), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw outage }
      return .keySet([mint.jwk])
    }
    let expected = outage.step(endpoint: .keys, limit: 1 << 20)
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    desk.time.withLock { $0 += 4000 }
    #expect(await desk.failure(of: try desk.token(["kid": .string("other")])) == expected)
    #expect(await desk.failure(of: try desk.token(["kid": .null])) == nil, "only one key fits")
    let forged = try TokenMint().token(claims: desk.claims, header: ["kid": .null])
    #expect(await desk.failure(of: forged) == expected, "there may be another key by now")
    for _ in 1...100 { #expect(await desk.failure(of: try desk.token()) == nil) }
    let stranger = try desk.token(["kid": .string("another")])
    #expect(await desk.failure(of: stranger) == expected, "if keys can't be fetched, no token is called invalid")
    #expect(desk.server.asked.value == 2, "one failure is enough for a while")
    desk.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await desk.failure(of: try desk.token()) == nil)
    #expect(desk.server.asked.value == 3)
    desk.time.withLock { $0 += KeySource.policy.grace }
    #expect(await desk.failure(of: try desk.token()) == expected)
    isDown.withLock { $0 = false }
    #expect(await desk.failure(of: try desk.token()) == nil, "as soon as the server responds, its keys are used")
  }

  @Test func `Cached keys are used for a day after the longest lifetime, too`() async throws {
    let (mint, isDown) = (TokenMint(), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([mint.jwk], headers: [.cacheControl: "max-age=999999"])
    }
    let expected = TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20)
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    for (seconds, failure, requests) in [(86_399.0, nil, 1), (1, nil, 2), (86_399, nil, 3), (1, expected, 4)]
      as [(Double, StepFailure?, Int)]
    {
      desk.time.withLock { $0 += seconds }
      #expect(await desk.failure(of: try desk.token()) == failure)
      #expect(desk.server.asked.value == requests)
    }
  }

  @Test func `If the server can't be reached, no key is chosen among several`() async throws {
    let (mint, other, isDown) = (TokenMint(), TokenMint(keyID: "key-2"), Locked(false))
    let desk = try TokenDesk(mint) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([mint.jwk, other.jwk])
    }
    #expect(await desk.failure(of: try desk.token()) == nil)
    isDown.withLock { $0 = true }
    desk.time.withLock { $0 += 4000 }
    #expect(
      await desk.failure(of: try desk.token(["kid": .null]))
        == TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20))
    #expect(await desk.failure(of: try desk.token()) == nil)
  }

  @Test func `Keys are fetched again before several fitting keys make a token invalid`() async throws {
    let (old, new, isOver) = (TokenMint(), TokenMint(keyID: "key-2"), Locked(false))
    let desk = try TokenDesk(new) { _ in .keySet(isOver.value ? [new.jwk] : [old.jwk, new.jwk]) }
    for requests in 1...2 {
      for _ in 1...50 { #expect(await desk.failure(of: try desk.token(["kid": .null])) == .idToken(.ambiguousKey)) }
      #expect(desk.server.asked.value == requests, "the keys were fetched a moment ago")
      desk.time.withLock { $0 += KeySource.policy.cooldown }
    }
    isOver.withLock { $0 = true }
    #expect(await desk.failure(of: try desk.token(["kid": .null])) == nil, "the server removed the old key")
    #expect(desk.server.asked.value == 3)
  }
}
