import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Several accounts` {
  @Test func `Each account has its own session`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let client = provider.client(keeping: store)
      for name in ["work", "home"] {
        await provider.rewrite { $0.user = TestUser(name) }
        _ = try await client.account(name).signIn(scopes: [], parameters: .init())
      }
      #expect(try await client.user() == nil)
      #expect(try await client.account("work").user()?.subject == "work")
      #expect(try await provider.client(keeping: store).account("home").user()?.subject == "home")
      try await client.account("work").revokeTokens()
      #expect(try await client.account("work").user() == nil)
      #expect(try await client.account("home").user()?.subject == "home")
    }
  }

  @Test func `The callers of an account share its refresh`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime()
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.account("work").signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3590)
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<50 { group.addTask { try await client.account("work").accessToken() } }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(provider.refreshes == 1)
    }
  }
}

@Suite struct `A second sign-in` {
  /// A browser whose user does nothing until it is opened a second time.
  private struct IdleBrowser: Browser {
    let asked = Locked(0)

    func open(_ url: URL) async throws(BrowserFailure) {
      let count = asked.withLock { count in
        count += 1
        return count
      }
      if count > 1 { try await FollowingBrowser().open(url) }
    }
  }

  /// A clock on which a limit takes a thousand times as long, for busy machines.
  private struct SlowedClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try await ContinuousClock().sleep(until: now + (deadline - now) * 1_000, tolerance: tolerance)
    }
  }

  @Test func `A second sign-in cancels the first one, which frees its port`() async throws {
    try await withProvider { provider in
      let browser = IdleBrowser()
      let port = Int.random(in: 28_000...29_999)
      let client = provider.client(
        redirect: .loopback(ports: port...port), environment: AuthEnvironment(browser: browser, clock: SlowedClock()))
      let first = await failureTask(of: try await client.signIn(scopes: [], parameters: .init()))
      await browser.asked.wait { $0 > 0 }
      let user = try await client.signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(await first.value == .cancelled)
    }
  }
}
