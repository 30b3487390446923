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
      ([.cacheControl: ""], 600), ([.cacheControl: "max-age="], 600),
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
    let tokenSigner = TokenSigner()
    let fixture = try VerifierFixture(tokenSigner) { _ in
      .keySet([tokenSigner.jwk], headers: [.cacheControl: "max-age=100"])
    }
    for (seconds, requests) in [(0.0, 1), (99, 1), (1, 2), (99, 2), (-150, 3)] {
      fixture.time.withLock { $0 += seconds }
      #expect(await fixture.failure(of: try fixture.token()) == nil)
      #expect(fixture.server.asked.value == requests)
    }
  }

  @Test func `Tokens with made-up key IDs don't remove the cached keys`() async throws {
    let fixture = try VerifierFixture()
    for number in 1...200 {
      #expect(await fixture.failure(of: try fixture.token(["kid": .string("k\(number)")])) == .idToken(.noMatchingKey))
    }
    #expect(fixture.server.asked.value == 2)
    #expect(await fixture.failure(of: try fixture.token()) == nil, "known keys are still cached")
    fixture.time.withLock { $0 += KeySource.policy.cooldown }
    for number in 1...200 { _ = await fixture.failure(of: try fixture.token(["kid": .string("k\(number)")])) }
    #expect(fixture.server.asked.value == 3)
  }

  @Test func `A new key that reuses an old key ID is found`() async throws {
    let (old, new, isReplaced) = (TokenSigner(), TokenSigner(), Locked(false))
    let fixture = try VerifierFixture(old) { _ in .keySet([isReplaced.value ? new.jwk : old.jwk]) }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    isReplaced.withLock { $0 = true }
    let token = try new.token(claims: fixture.claims)
    #expect(await fixture.failure(of: token) == .idToken(.invalidSignature), "the keys were fetched a moment ago")
    #expect(fixture.server.asked.value == 1)
    fixture.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await fixture.failure(of: token) == nil)
    #expect(fixture.server.asked.value == 2)
    for _ in 1...50 { #expect(await fixture.failure(of: try fixture.token()) == .idToken(.invalidSignature)) }
    #expect(fixture.server.asked.value == 2, "forged tokens cause no requests")
  }

  @Test(arguments: [TransportFailure.network(.unreachable(host: "id.example")), .tooLarge])
  func `Cached keys are used for a day while the server can't be reached`(outage: TransportFailure) async throws {
    let (tokenSigner, isDown) = (TokenSigner(), Locked(false))
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      if isDown.value { throw outage }
      return .keySet([tokenSigner.jwk])
    }
    let expected = outage.step(endpoint: .keys, limit: 1 << 20)
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    isDown.withLock { $0 = true }
    fixture.time.withLock { $0 += 4000 }
    #expect(await fixture.failure(of: try fixture.token(["kid": .string("other")])) == expected)
    #expect(await fixture.failure(of: try fixture.token(["kid": .null])) == nil, "only one key fits")
    let forged = try TokenSigner().token(claims: fixture.claims, header: ["kid": .null])
    #expect(await fixture.failure(of: forged) == expected, "there may be another key by now")
    for _ in 1...100 { #expect(await fixture.failure(of: try fixture.token()) == nil) }
    let stranger = try fixture.token(["kid": .string("another")])
    #expect(await fixture.failure(of: stranger) == expected, "if keys can't be fetched, no token is called invalid")
    #expect(fixture.server.asked.value == 2, "one failure is enough for a while")
    fixture.time.withLock { $0 += KeySource.policy.cooldown }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    #expect(fixture.server.asked.value == 3)
    fixture.time.withLock { $0 += KeySource.policy.grace }
    #expect(await fixture.failure(of: try fixture.token()) == expected)
    isDown.withLock { $0 = false }
    #expect(await fixture.failure(of: try fixture.token()) == nil, "as soon as the server responds, its keys are used")
  }

  @Test func `Cached keys are used for a day after the longest lifetime, too`() async throws {
    let (tokenSigner, isDown) = (TokenSigner(), Locked(false))
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([tokenSigner.jwk], headers: [.cacheControl: "max-age=999999"])
    }
    let expected = TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20)
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    isDown.withLock { $0 = true }
    for (seconds, failure, requests) in [(86_399.0, nil, 1), (1, nil, 2), (86_399, nil, 3), (1, expected, 4)]
      as [(Double, StepFailure?, Int)]
    {
      fixture.time.withLock { $0 += seconds }
      #expect(await fixture.failure(of: try fixture.token()) == failure)
      #expect(fixture.server.asked.value == requests)
    }
  }

  @Test func `A token without a key ID can have a new key, even if the keys were fetched a moment ago`() async throws {
    let (old, new, isReplaced) = (TokenSigner(), TokenSigner(keyID: "key-2"), Locked(false))
    let fixture = try VerifierFixture(old) { _ in .keySet([isReplaced.value ? new.jwk : old.jwk]) }
    #expect(await fixture.failure(of: try fixture.token(["kid": .null])) == nil)
    isReplaced.withLock { $0 = true }
    let token = try new.token(claims: fixture.claims, header: ["kid": .null])
    #expect(await fixture.failure(of: token) == nil)
    #expect(fixture.server.asked.value == 2)
  }

  @Test func `While the server can't be reached, a token with an unknown key ID isn't called invalid`() async throws {
    let (tokenSigner, isDown) = (TokenSigner(), Locked(false))
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([tokenSigner.jwk])
    }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    isDown.withLock { $0 = true }
    let expected = TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20)
    for name in ["key-2", "key-3"] {
      #expect(await fixture.failure(of: try fixture.token(["kid": .string(name)])) == expected)
    }
    #expect(fixture.server.asked.value == 2, "one failure is enough for a while")
    #expect(await fixture.failure(of: try fixture.token()) == nil)
  }

  @Test func `If the server can't be reached, no key is chosen among several`() async throws {
    let (tokenSigner, other, isDown) = (TokenSigner(), TokenSigner(keyID: "key-2"), Locked(false))
    let fixture = try VerifierFixture(tokenSigner) { _ throws(TransportFailure) in
      if isDown.value { throw .tooLarge }
      return .keySet([tokenSigner.jwk, other.jwk])
    }
    #expect(await fixture.failure(of: try fixture.token()) == nil)
    isDown.withLock { $0 = true }
    fixture.time.withLock { $0 += 4000 }
    #expect(
      await fixture.failure(of: try fixture.token(["kid": .null]))
        == TransportFailure.tooLarge.step(endpoint: .keys, limit: 1 << 20))
    #expect(await fixture.failure(of: try fixture.token()) == nil)
  }

  @Test func `Keys are fetched again before several fitting keys make a token invalid`() async throws {
    let (old, new, isOver) = (TokenSigner(), TokenSigner(keyID: "key-2"), Locked(false))
    let fixture = try VerifierFixture(new) { _ in .keySet(isOver.value ? [new.jwk] : [old.jwk, new.jwk]) }
    for requests in 1...2 {
      for _ in 1...50 {
        #expect(await fixture.failure(of: try fixture.token(["kid": .null])) == .idToken(.ambiguousKey))
      }
      #expect(fixture.server.asked.value == requests, "the keys were fetched a moment ago")
      fixture.time.withLock { $0 += KeySource.policy.cooldown }
    }
    isOver.withLock { $0 = true }
    #expect(await fixture.failure(of: try fixture.token(["kid": .null])) == nil, "the server removed the old key")
    #expect(fixture.server.asked.value == 3)
  }
}
