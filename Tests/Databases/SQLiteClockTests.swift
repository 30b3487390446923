#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthSQLite
  import AuthWeb
  import Foundation
  import TestSupport
  import Testing

  /// A lock in SQLite ends at a time of the system's clock, and the clock may be set back while a process holds the lock.
  @Suite struct `Locks in SQLite while the system's clock is set back` {
    private static let purposes: [CredentialLockPurpose] = [.refresh, .write]
    private static let key = CredentialKey(issuer: "https://id.example", clientID: "app")

    /// The system's clock.
    private let time = Locked(Date.second(86_400))

    private func pass(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    private func withStore(_ body: (SQLiteCredentialStore) async throws -> Void) async throws {
      try await TemporaryDatabase.run(now: { [time] in time.value }) { database, _ in
        try await body(SQLiteCredentialStore(database, keys: WebKeys(EncryptionKey()), longestHold: .seconds(2)))
      }
    }

    private func withSession(_ body: (SQLiteSessionStore, SessionIDHash) async throws -> Void) async throws {
      try await TemporaryDatabase.run(now: { [time] in time.value }) { database, _ in
        let (store, record) = (SQLiteSessionStore(database), try WebSessionRecord.sample(1))
        try await store.insert(record)
        try await body(store, record.id)
      }
    }

    @Test(arguments: purposes)
    func `A credential's lock whose owner has ended lasts for one hold at most`(
      purpose: CredentialLockPurpose
    ) async throws {
      try await withStore { store in
        let late = try #require(try await store.lock(Self.key, for: purpose, clock: ContinuousClock()))
        pass(-86_400)
        let next = try await store.lock(Self.key, for: purpose, clock: PassingClock(time))
        #expect((.second(2)...(.second(3))).contains(time.value))
        #expect(await !late.extend())
        #expect(await next?.extend() == true)
        await next?.release()
      }
    }

    @Test(arguments: purposes)
    func `A running owner keeps its lock of a credential`(purpose: CredentialLockPurpose) async throws {
      try await withStore { store in
        let owner = try #require(try await store.lock(Self.key, for: purpose, clock: ContinuousClock()))
        pass(-86_400)
        let clock = PassingClock(time) { #expect(await owner.extend()) }
        await #expect(throws: StoreFailure.unavailable("another process keeps the credential locked")) {
          try await store.lock(Self.key, for: purpose, clock: clock)
        }
        #expect(time.value > .second(4))
        #expect(await owner.extend())
        await owner.release()
      }
    }

    @Test func `A session's lease whose owner has ended lasts for its usual time at most`() async throws {
      try await withSession { store, id in
        _ = try await store.takeLease(on: id, owner: "late", for: .seconds(10))
        pass(-86_400)
        #expect(try await store.takeLease(on: id, owner: "next", for: .seconds(10)) == .busy)
        pass(9)
        #expect(try await store.takeLease(on: id, owner: "next", for: .seconds(10)) == .busy)
        pass(1)
        let next = try await store.takeLease(on: id, owner: "next", for: .seconds(10))
        #expect(next == .taken(WebSessionLease(id: id, fence: 2)))
      }
    }

    @Test func `A running owner keeps its lease of a session`() async throws {
      try await withSession { store, id in
        _ = try await store.takeLease(on: id, owner: "owner", for: .seconds(10))
        pass(-86_400)
        for _ in 0..<10 {
          #expect(try await store.takeLease(on: id, owner: "next", for: .seconds(10)) == .busy)
          pass(9)
          #expect(try await store.extend(WebSessionLease(id: id, fence: 1), for: .seconds(10)))
        }
      }
    }
  }

  /// The system's clock, with waits that end immediately and advance it.
  private struct PassingClock: Clock {
    private let start = ContinuousClock.now
    private let time: Locked<Date>
    private let onWait: @Sendable () async -> Void

    init(_ time: Locked<Date>, onWait: @escaping @Sendable () async -> Void = {}) {
      (self.time, self.onWait) = (time, onWait)
    }

    var now: ContinuousClock.Instant { start + .seconds(time.value.timeIntervalSince1970) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async {
      let wait = deadline - now
      time.withLock { $0 += wait / .seconds(1) }
      await onWait()
    }
  }
#endif
