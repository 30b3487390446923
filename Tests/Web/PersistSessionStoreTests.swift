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

    @Test func `Uses of a session neither bring back old tokens nor a removed session`() async throws {
      let store = PersistSessionStore(MemoryPersistDriver())
      let client = WebSessionClient(provider: "test", issuer: "https://id.example", clientID: "app")
      let now = Date(timeIntervalSince1970: 1_800_000_000)
      for number in 0..<300 {
        let bytes = withUnsafeBytes(of: number.bigEndian) { Data(repeating: 0, count: 24) + Data($0) }
        let id = try #require(SessionIDHash(bytes: Data(bytes.reversed())))
        try await store.insert(
          WebSessionRecord(
            id: id, client: client, subject: "ada", issuerSessionID: nil, createdAt: now, lastUsedAt: now,
            expiresAt: now + 60, absoluteExpiresAt: .distantFuture, contents: Data("old".utf8)))
        guard case .taken(let lease) = try await store.takeLease(on: id, owner: "one", for: .seconds(60)) else {
          Issue.record("no lease")
          return
        }
        let isRemoved = number % 2 == 0
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await store.touch(id, usedAt: now + 30, expiresAt: now + 90) }
          group.addTask {
            if isRemoved {
              try await store.remove(id)
            } else {
              _ = try await store.replaceContents(Data("new".utf8), holding: lease)
            }
          }
          try await group.waitForAll()
        }
        #expect(try await store.find(id)?.contents == (isRemoved ? nil : Data("new".utf8)))
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
