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
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func record(_ number: Int = 1, contents: String = "old") throws -> WebSessionRecord {
      let bytes = withUnsafeBytes(of: number.bigEndian) { Data(repeating: 0, count: 24) + Data($0) }
      let id = try #require(SessionIDHash(bytes: Data(bytes.reversed())))
      let client = WebSessionClient(provider: "test", issuer: "https://id.example", clientID: "app")
      return WebSessionRecord(
        id: id, client: client, subject: "ada", issuerSessionID: nil, createdAt: now, lastUsedAt: now,
        expiresAt: now + 60, absoluteExpiresAt: .distantFuture, contents: Data(contents.utf8))
    }

    private static func lease(
      on id: SessionIDHash, owner: String, in store: PersistSessionStore
    ) async throws -> WebSessionLease {
      guard case .taken(let lease) = try await store.takeLease(on: id, owner: owner, for: .seconds(60)) else {
        throw StoreFailure.unavailable("no lease")
      }
      return lease
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
      let now = Self.now
      for number in 0..<300 {
        let record = try Self.record(number)
        let id = record.id
        try await store.insert(record)
        let lease = try await Self.lease(on: id, owner: "one", in: store)
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

    @Test func `A new session doesn't replace one that another process stored`() async throws {
      let driver = MemoryPersistDriver()
      let record = try Self.record()
      try await PersistSessionStore(driver).insert(record)
      let (later, other) = (PersistSessionStore(driver), try Self.record(contents: "other"))
      await #expect(throws: StoreFailure.self) { try await later.insert(other) }
      #expect(try await later.find(record.id)?.contents == record.contents)
    }

    @Test func `A sign-out that finds a session that is being stored removes it`() async throws {
      let store = PersistSessionStore(MemoryPersistDriver())
      for number in 0..<300 {
        let record = try Self.record(number)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await store.insert(record) }
          group.addTask { try await store.removeSessions(of: record.client, subject: record.subject, except: nil) }
          try await group.waitForAll()
        }
        // The sign-out may have come first. Otherwise, nothing is left to remove.
        try await store.removeSessions(of: record.client, subject: record.subject, except: nil)
        #expect(try await store.find(record.id) == nil)
      }
    }

    @Test func `A use that is older than the last recorded one doesn't change the session`() async throws {
      let store = PersistSessionStore(MemoryPersistDriver())
      let record = try Self.record()
      try await store.insert(record)
      try await store.touch(record.id, usedAt: Self.now + 50, expiresAt: Self.now + 110)
      try await store.touch(record.id, usedAt: Self.now + 20, expiresAt: Self.now + 80)
      let found = try await store.find(record.id)
      #expect(found?.lastUsedAt == Self.now + 50)
      #expect(found?.expiresAt == Self.now + 110)
    }

    @Test func `A session can be leased only while the driver has it`() async throws {
      let driver = MemoryPersistDriver()
      let (earlier, later) = (PersistSessionStore(driver), PersistSessionStore(driver))
      let record = try Self.record()
      try await earlier.insert(record)
      let lease = try await Self.lease(on: record.id, owner: "later", in: later)
      #expect(try await later.replaceContents(Data("new".utf8), holding: lease))
      #expect(try await earlier.find(record.id)?.contents == Data("new".utf8))
      try await later.remove(record.id)
      #expect(try await earlier.takeLease(on: record.id, owner: "earlier", for: .seconds(60)) == .missing)
    }

    @Test func `A request that has lost its lease can't change the session`() async throws {
      let store = PersistSessionStore(MemoryPersistDriver())
      let record = try Self.record()
      try await store.insert(record)
      let lost = try await Self.lease(on: record.id, owner: "slow", in: store)
      #expect(await store.extend(lost, for: .seconds(60)))
      await store.release(lost)
      #expect(await !store.extend(lost, for: .seconds(60)))
      let current = try await Self.lease(on: record.id, owner: "next", in: store)
      #expect(try await !store.replaceContents(Data("late".utf8), holding: lost))
      #expect(try await !store.remove(holding: lost))
      #expect(try await store.find(record.id)?.contents == record.contents)
      #expect(try await store.replaceContents(Data("new".utf8), holding: current))
      #expect(try await store.find(record.id)?.contents == Data("new".utf8))
      #expect(try await store.remove(holding: current))
      #expect(try await store.find(record.id) == nil)
    }

    @Test func `A value is remembered once`() async throws {
      let store = PersistSessionStore(MemoryPersistDriver())
      let value = RememberedValue(.signIn, ["state"], expiresAt: .distantFuture)
      #expect(await !store.isRemembered(value))
      #expect(await store.remember(value))
      #expect(await !store.remember(value))
      #expect(await store.isRemembered(value))
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
