import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct `The tokens of a web session` {
  private static let script = ScriptedProvider.Script { $0.tokens = { $0["expires_in"] = .integer(60) } }

  private func refreshes(_ fixture: WebFixture) -> Int {
    fixture.provider.requests.count { String(decoding: $0.body, as: UTF8.self).contains("grant_type=refresh_token") }
  }

  @Test func `Many requests at several servers exchange a refresh token once`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let servers = (0..<5).map { _ in fixture.web() }
      let browser = TestBrowser()
      try await browser.signIn(servers[0])
      let request = browser.request(.get, "/")
      for round in 1...3 {
        fixture.advance(61)
        let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
          for index in 0..<50 {
            group.addTask {
              let session = try await servers[index % servers.count].session(for: request)
              return try await #require(session).accessToken()
            }
          }
          return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(refreshes(fixture) == round)
      }
    }
  }

  @Test func `A session ends when a refresh says so, before its cookie expires`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      fixture.advance(61)
      let end = fixture.clock.value.addingTimeInterval(300)
      await fixture.provider.rewrite { $0.claims = { $0["session_expiry"] = .number(end.timeIntervalSince1970) } }
      _ = try await #require(try await browser.session(web)).accessToken()
      let session = try #require(try await browser.session(web))
      #expect(abs(session.expiresAt.timeIntervalSince(end)) < 1)
      fixture.advance(301)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A session whose refresh token is rejected ends`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      fixture.advance(61)
      await fixture.provider.rewrite { script in
        script.instead = { $0.path.hasSuffix("/token") ? .json(#"{"error":"invalid_grant"}"#, status: 400) : nil }
      }
      await #expect(throws: (any Error).self) { try await session.accessToken() }
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A session survives while the provider can't be reached`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      fixture.advance(61)
      await fixture.provider.inject(.response(.unavailable, of: .token))
      let session = try #require(try await browser.session(web))
      await #expect(throws: (any Error).self) { try await session.accessToken() }
      await fixture.provider.clearFaults()
      let later = try #require(try await browser.session(web))
      #expect(try await !later.accessToken().reveal().isEmpty)
    }
  }

  @Test func `A sign-out during a refresh wins, and no session comes back`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      fixture.advance(61)
      _ = await fixture.store.remove(session.id)
      await #expect(throws: (any Error).self) { try await session.accessToken() }
      #expect(await fixture.store.find(session.id) == nil)
      #expect(refreshes(fixture) == 0)
    }
  }

  @Test func `A server that was suspended in a refresh can't overwrite the tokens of another one`() async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let slow = SuspendedStore(fixture.store)
      let (suspended, other, browser) = (fixture.web(store: slow), fixture.web(), TestBrowser())
      try await browser.signIn(other)
      await fixture.provider.rewrite { $0.rotation = .reuseDetected(overlap: .seconds(60)) }
      let request = browser.request(.get, "/")
      fixture.advance(61)
      let session = try #require(try await suspended.session(for: request))
      slow.suspend()
      async let late = session.accessToken()
      await slow.isSuspended()
      // The suspended server's lease is over, so another one renews the tokens.
      fixture.expireLeases()
      let token = try await #require(try await other.session(for: request)).accessToken()
      slow.resume()
      #expect(try await late == token)
      let stored = try await #require(try await fixture.web().session(for: request)).accessToken()
      #expect(stored == token)
    }
  }
}
