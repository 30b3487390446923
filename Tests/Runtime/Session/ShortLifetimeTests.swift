import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A token with a short lifetime` {
  private func session(
    lifetime: Int64, _ body: (AuthClient<DynamicProvider>, ScriptedProvider, AdjustableTime) async throws -> Void
  ) async throws {
    let script = ScriptedProvider.Script { $0.tokens = { $0["expires_in"] = .integer(lifetime) } }
    try await withProvider(script: script) { provider in
      // A busy machine may need seconds for a step.
      let time = AdjustableTime(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await body(client, provider, time)
    }
  }

  @Test(arguments: [60, 30, 10])
  func `A token is refreshed when a fifth of its lifetime is left`(lifetime: Int64) async throws {
    try await session(lifetime: lifetime) { client, provider, time in
      _ = try await client.accessToken()
      time.advance(by: TimeInterval(lifetime) * 0.7)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 0)
      time.advance(by: TimeInterval(lifetime) * 0.15)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `A token from before the clock was set back is refreshed, instead of being used until its late expiry`()
    async throws
  {
    try await session(lifetime: 600) { client, provider, time in
      time.advance(by: 365 * 24 * 3600)
      let ahead = try await client.refresh().accessToken
      time.advance(by: -365 * 24 * 3600)
      let token = try await client.accessToken()
      #expect(token != ahead)
      #expect(provider.refreshes == 2)
      #expect(try await client.accessToken() == token)
    }
  }

  @Test func `A token of a server whose clock is less than a minute ahead is used`() async throws {
    try await session(lifetime: 600) { client, provider, time in
      time.advance(by: -50)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 0)
      time.advance(by: -15)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `Clients that share a store refresh a short-lived token once`() async throws {
    try await session(lifetime: 30) { first, provider, time in
      let store = MemoryCredentialStore()
      let clients = (0..<10).map { _ in provider.client(keeping: store, at: time) }
      _ = try await clients[0].signIn(scopes: [], parameters: .init())
      time.advance(by: 29)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients { group.addTask { _ = try await client.accessToken() } }
        try await group.waitForAll()
      }
      #expect(provider.refreshes == 1)
    }
  }
}

@Suite struct `A token without a refresh token` {
  /// A clock that only the test advances. Sleeping takes real time.
  private final class ManualClock: Clock {
    typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now
    private let offset = Locked(Duration.zero)
    var now: Instant { start.advanced(by: offset.value) }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) { offset.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try await Task.sleep(for: deadline - now)
    }
  }

  private struct Fixture {
    let provider: ScriptedProvider
    let store = MemoryCredentialStore()
    let time = AdjustableTime(stands: true)
    let clock = ManualClock()

    /// A client in another process.
    var client: AuthClient<DynamicProvider> {
      provider.client(
        environment: AuthEnvironment(browser: FollowingBrowser(), store: store, now: { time.now }, clock: clock))
    }

    /// Lets time pass.
    func pass(seconds: Int) {
      time.advance(by: Double(seconds))
      clock.advance(by: .seconds(seconds))
    }
  }

  /// Runs a test with a token that is valid for ten minutes.
  private func run(_ test: (Fixture) async throws -> Void) async throws {
    let script = ScriptedProvider.Script { script in
      script.tokens = { members in
        members["expires_in"] = .integer(600)
        members["refresh_token"] = nil
      }
    }
    try await withProvider(script: script) { provider in
      let fixture = Fixture(provider: provider)
      await provider.rewrite { $0.now = { fixture.time.now } }
      try await test(fixture)
      #expect(provider.refreshes == 0)
    }
  }

  @Test func `After the clock was set back, the token is used until its lifetime has passed`() async throws {
    try await run { fixture in
      let client = fixture.client
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken()
      fixture.time.advance(by: -3600)
      #expect(try await client.accessToken() == token)
      fixture.pass(seconds: 539)
      #expect(try await client.accessToken() == token)
      fixture.pass(seconds: 10)
      #expect(await client.tokenFailure() == .notSignedIn, "less than a minute is left")
      #expect(try await client.accessToken(validFor: .seconds(30)) == token)
      fixture.pass(seconds: 60)
      #expect(await client.tokenFailure(validFor: .zero) == .notSignedIn)
      #expect(try await client.user() != nil)
    }
  }

  @Test func `After the clock was set back, the session ends after the time that the provider allows`() async throws {
    try await run { fixture in
      await fixture.provider.rewrite { script in
        script.claims = { $0["session_expiry"] = .integer(Int64(fixture.time.now.timeIntervalSince1970) + 300) }
      }
      let client = fixture.client
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken()
      fixture.time.advance(by: -3600)
      fixture.pass(seconds: 290)
      #expect(try await client.accessToken() == token)
      fixture.pass(seconds: 20)
      #expect(await client.tokenFailure(validFor: .zero) == .notSignedIn)
    }
  }

  @Test func `Once the clock is right again, the token is used until its expiry`() async throws {
    try await run { fixture in
      let client = fixture.client
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken()
      fixture.time.advance(by: -3600)
      fixture.pass(seconds: 500)
      #expect(try await client.accessToken() == token)
      fixture.time.advance(by: 3600)
      #expect(try await client.accessToken() == token)
      fixture.pass(seconds: 101)
      #expect(await client.tokenFailure(validFor: .zero) == .notSignedIn)
    }
  }

  @Test func `A process that starts after the clock was set back uses the token for no longer than its lifetime`()
    async throws
  {
    try await run { fixture in
      let first = fixture.client
      _ = try await first.signIn(scopes: [], parameters: .init())
      let token = try await first.accessToken()
      fixture.time.advance(by: -3600)
      fixture.pass(seconds: 300)
      let second = fixture.client
      #expect(try await second.accessToken() == token)
      fixture.pass(seconds: 400)
      #expect(try await second.accessToken() == token)
      #expect(await first.tokenFailure(validFor: .zero) == .notSignedIn, "it knows the token's age")
      fixture.pass(seconds: 201)
      #expect(await second.tokenFailure(validFor: .zero) == .notSignedIn)
    }
  }

  @Test(
    arguments: [
      (3600, 0, true), (3600, 540, true), (3600, 541, false), (61, 540, true), (60, 0, false), (-10, 0, false),
    ])
  func `A token's age matters only if its arrival is in the future`(ahead: Int, age: Int, isGood: Bool) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let arrival = now.addingTimeInterval(Double(ahead))
    let token = TimedToken(token: Secret("t"), obtainedAt: arrival, expiresAt: arrival.addingTimeInterval(600))
    #expect(token.isGood(for: nil, at: now, aged: .seconds(age)) == isGood)
    #expect(token.isGood(for: nil, at: now) == (ahead <= 60))
  }
}

@Suite struct `A session with deeply nested claims` {
  @Test func `Claims that nest as deeply as the parser allows can be decoded`() async throws {
    // A claim is one level below the token's object, so this is the deepest that the parser allows.
    let deep = (0..<30).reduce(JSONValue.array([])) { inner, _ in .array([inner]) }
    try await withProvider(script: .init { $0.claims = { $0["deep"] = deep } }) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let credential = try #require(try await client.credential())
      #expect(credential.claims?["deep"] == deep)
      #expect(try Credential(encoded: credential.encoded()).claims == credential.claims)
    }
  }
}
