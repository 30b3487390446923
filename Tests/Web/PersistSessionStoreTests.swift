#if Hummingbird
  import AuthHummingbird
  import AuthRuntime
  import AuthTesting
  import AuthWeb
  import Foundation
  import Hummingbird
  import Testing

  @Suite struct `A session store with a driver of Hummingbird` {
    private static let script = ScriptedProvider.Script { script in
      script.tokens = { $0["expires_in"] = .integer(60) }
      script.claims = { $0["sid"] = .string("provider-session") }
    }

    @Test func `Sessions survive another process with the same driver`() async throws {
      try await WebFixture.run(script: Self.script) { fixture in
        let driver = MemoryPersistDriver()
        let browser = TestBrowser()
        try await browser.signIn(fixture.web(store: PersistSessionStore(driver)))
        let later = fixture.web(store: PersistSessionStore(driver))
        let session = try #require(try await browser.session(later))
        fixture.advance(61)
        #expect(try await !session.accessToken().reveal().isEmpty)
        #expect(try await browser.session(later) != nil)
      }
    }

    @Test func `Many requests exchange a refresh token once`() async throws {
      try await WebFixture.run(script: Self.script) { fixture in
        let store = PersistSessionStore(MemoryPersistDriver())
        let (one, two, browser) = (fixture.web(store: store), fixture.web(store: store), TestBrowser())
        try await browser.signIn(one)
        let request = browser.request(.get, "/")
        fixture.advance(61)
        let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
          for index in 0..<20 {
            group.addTask {
              let session = try await (index % 2 == 0 ? one : two).session(for: request)
              return try await #require(session).accessToken()
            }
          }
          return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
      }
    }

    @Test func `A sign-out and the end of the issuer's session remove a session`() async throws {
      try await WebFixture.run(script: Self.script) { fixture in
        let store = PersistSessionStore(MemoryPersistDriver())
        let (web, browser) = (fixture.web(store: store), TestBrowser())
        try await browser.signIn(web)
        _ = try await browser.post("/auth/logout", "", web)
        #expect(try await browser.session(web) == nil)
        try await browser.signIn(web)
        let record = try #require(try await browser.session(web))
        let client = try #require(try await store.find(record.id)).client
        #expect(try await store.removeSessions(of: client, issuerSessionID: "provider-session") == 1)
        #expect(try await browser.session(web) == nil)
      }
    }
  }
#endif
