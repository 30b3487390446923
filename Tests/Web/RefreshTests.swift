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

/// A store whose server is suspended just before it writes the tokens of a refresh.
private final class SuspendedStore: WebSessionStore {
  private enum State: Sendable, Equatable { case running, willSuspend, suspended }

  private let store: MemorySessionStore
  private let state = Locked(State.running)

  init(_ store: MemorySessionStore) { self.store = store }

  func suspend() { state.withLock { $0 = .willSuspend } }
  func isSuspended() async { await state.wait { $0 == .suspended } }
  func resume() { state.withLock { $0 = .running } }

  func replaceContents(_ contents: Data, holding lease: WebSessionLease) async throws(StoreFailure) -> Bool {
    // The first write is the intent to refresh, and the second one stores the tokens.
    writes.withLock { $0 += 1 }
    if writes.value == 2, state.value == .willSuspend {
      state.withLock { $0 = .suspended }
      await state.wait { $0 == .running }
    }
    return await store.replaceContents(contents, holding: lease)
  }

  private let writes = Locked(0)

  func insert(_ record: WebSessionRecord) async throws(StoreFailure) { try await store.insert(record) }
  func find(_ id: SessionIDHash) async -> WebSessionRecord? { await store.find(id) }
  func touch(_ id: SessionIDHash, usedAt date: Date, expiresAt: Date) async {
    await store.touch(id, usedAt: date, expiresAt: expiresAt)
  }
  func remove(_ id: SessionIDHash) async -> Bool { await store.remove(id) }
  func removeSessions(of client: WebSessionClient, issuerSessionID: String) async -> Int {
    await store.removeSessions(of: client, issuerSessionID: issuerSessionID)
  }
  func removeSessions(of client: WebSessionClient, subject: String, except kept: SessionIDHash?) async -> Int {
    await store.removeSessions(of: client, subject: subject, except: kept)
  }
  func removeExpired(at date: Date, limit: Int) async -> Int { await store.removeExpired(at: date, limit: limit) }
  func takeLease(on id: SessionIDHash, owner: String, for duration: Duration) async -> WebSessionLeaseResult {
    await store.takeLease(on: id, owner: owner, for: duration)
  }
  func extend(_ lease: WebSessionLease, for duration: Duration) async -> Bool {
    // The server is suspended, and its background task with it.
    state.value == .suspended ? false : await store.extend(lease, for: duration)
  }
  func release(_ lease: WebSessionLease) async { await store.release(lease) }
  func remove(holding lease: WebSessionLease) async -> Bool { await store.remove(holding: lease) }
  func remember(_ value: RememberedValue) async -> Bool { await store.remember(value) }
}
