import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `The stored credential of a web session` {
  private static let key = CredentialKey(issuer: "https://id.example", clientID: "c")
  private static let other = CredentialKey(issuer: "https://id.example", clientID: "c", account: "other")

  private let id = SessionIDHash(of: Secret("one"))
  private let sealer = Sealer(WebKeys(EncryptionKey()))
  private let date = Locked(Date(timeIntervalSince1970: 1_700_000_000))
  private let leaseClock = Locked(ContinuousClock.now)
  private let memory: MemorySessionStore

  init() { memory = MemorySessionStore(now: { [leaseClock] in leaseClock.value }) }

  private func credential(_ token: String) throws -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8))
  }

  /// Starts a session that ends after 100 seconds, with the access token `old`.
  private func start(
    _ store: ObservedStore? = nil, clock: any Clock<Duration> = InstantClock()
  ) async throws -> SessionCredentials {
    let now = date.value
    try await memory.insert(
      WebSessionRecord(
        id: id, client: WebSessionClient(provider: "p", issuer: "https://id.example", clientID: "c"), subject: "u",
        issuerSessionID: nil, createdAt: now, lastUsedAt: now, expiresAt: now + 100, absoluteExpiresAt: now + 1000,
        contents: try SessionContents(credential: credential("old"), account: nil).sealed(for: id, with: sealer)))
    return SessionCredentials(
      Self.key, of: id, in: store ?? ObservedStore(memory), sealer: sealer, lease: .seconds(10),
      environment: AuthEnvironment(now: { [date] in date.value }, clock: clock))
  }

  private func lock(_ credentials: SessionCredentials) async throws -> any CredentialLock {
    try #require(try await credentials.lock(Self.key, for: .write, clock: CanceledClock()))
  }

  @Test func `Another account's credential is neither saved nor removed`() async throws {
    let credentials = try await start()
    let lock = try await lock(credentials)
    await #expect(throws: StoreFailure.unavailable("a web session has only one account")) {
      _ = try await credentials.save(credential("new"), for: Self.other, holding: lock)
    }
    #expect(try await credentials.remove(Self.other, holding: lock))
    #expect(try await credentials.load(Self.other) == nil)
    #expect(try await credentials.load(Self.key)?.accessToken == Secret("old"))
    #expect(try await credentials.remove(Self.key, holding: lock))
    #expect(try await credentials.load(Self.key) == nil)
    await lock.release()
  }

  @Test(arguments: [0, 1, 7])
  func `A write is repeated until the store works again`(failures: Int) async throws {
    let store = ObservedStore(memory) { call, number in call == .replaceContents && number < failures }
    let credentials = try await start(store)
    let lock = try await lock(credentials)
    #expect(try await credentials.save(credential("new"), for: Self.key, holding: lock))
    #expect(store.count(.replaceContents) == failures + 1)
    #expect(try await credentials.load(Self.key)?.accessToken == Secret("new"))
    await lock.release()
  }

  @Test func `A write that fails eight times is reported`() async throws {
    let store = ObservedStore(memory) { call, _ in call == .replaceContents }
    let credentials = try await start(store)
    let lock = try await lock(credentials)
    await #expect(throws: StoreFailure.unavailable("the database failed")) {
      _ = try await credentials.save(credential("new"), for: Self.key, holding: lock)
    }
    #expect(store.count(.replaceContents) == 8)
    await lock.release()
  }

  @Test(arguments: [0, 1, 7])
  func `A repeated write doesn't replace the tokens of another server`(failures: Int) async throws {
    let store = ObservedStore(memory) { call, number in call == .replaceContents && number < failures }
    let credentials = try await start(store)
    let lock = try await lock(credentials)
    leaseClock.withLock { $0 += .seconds(3600) }
    _ = await memory.takeLease(on: id, owner: "another server", for: .seconds(10))
    #expect(try await !credentials.save(credential("new"), for: Self.key, holding: lock))
    #expect(try await credentials.load(Self.key)?.accessToken == Secret("old"))
    await lock.release()
  }

  @Test func `A canceled task doesn't repeat a write`() async throws {
    let store = ObservedStore(memory) { call, _ in call == .replaceContents }
    let credentials = try await start(store, clock: CanceledClock())
    let lock = try await lock(credentials)
    await #expect(throws: StoreFailure.unavailable("the database failed")) {
      _ = try await credentials.save(credential("new"), for: Self.key, holding: lock)
    }
    #expect(store.count(.replaceContents) == 1)
    await lock.release()
  }

  @Test(arguments: [1, 7])
  func `A refresh waits until the session can be read, because it may have the only copy of new tokens`(
    failures: Int
  ) async throws {
    let store = ObservedStore(memory) { call, number in call == .find && number < failures }
    let credentials = try await start(store)
    let refresh = try #require(try await credentials.lock(Self.key, for: .refresh, clock: CanceledClock()))
    #expect(try await credentials.load(Self.key)?.accessToken == Secret("old"))
    #expect(store.count(.find) == failures + 1)
    await refresh.release()
  }

  @Test(arguments: [nil, CredentialLockPurpose.write, .refresh])
  func `Without a refresh, a session that can't be read is reported immediately`(
    purpose: CredentialLockPurpose?
  ) async throws {
    let store = ObservedStore(memory) { call, _ in call == .find }
    let credentials = try await start(store)
    // A refresh that finds no session gets no lease.
    if purpose == .refresh { await memory.remove(id) }
    var lock: (any CredentialLock)?
    if let purpose { lock = try await credentials.lock(Self.key, for: purpose, clock: CanceledClock()) }
    await #expect(throws: StoreFailure.unavailable("the database failed")) { try await credentials.load(Self.key) }
    #expect(store.count(.find) == 1)
    await lock?.release()
  }

  @Test func `Damaged contents are reported immediately, even during a refresh`() async throws {
    let store = ObservedStore(memory)
    let credentials = try await start(store)
    let refresh = try #require(try await credentials.lock(Self.key, for: .refresh, clock: CanceledClock()))
    let lease = try #require((refresh as? SessionLock)?.lease)
    _ = await memory.replaceContents(Data("damaged".utf8), holding: lease)
    await #expect(throws: StoreFailure.corrupt) { try await credentials.load(Self.key) }
    #expect(store.count(.find) == 1)
    await refresh.release()
  }

  @Test func `A write after a refresh that lost its lease takes another one`() async throws {
    let credentials = try await start()
    let refresh = try #require(try await credentials.lock(Self.key, for: .refresh, clock: CanceledClock()))
    leaseClock.withLock { $0 += .seconds(3600) }
    _ = await memory.takeLease(on: id, owner: "another server", for: .seconds(10))
    leaseClock.withLock { $0 += .seconds(3600) }
    let write = try await lock(credentials)
    #expect(try await credentials.save(credential("new"), for: Self.key, holding: write))
    await write.release()
    await refresh.release()
  }

  @Test func `A session that has expired has no credential`() async throws {
    let credentials = try await start()
    let lock = try await lock(credentials)
    date.withLock { $0 += 99 }
    #expect(try await credentials.load(Self.key) != nil)
    date.withLock { $0 += 1 }
    #expect(try await credentials.load(Self.key) == nil)
    #expect(try await !credentials.save(credential("new"), for: Self.key, holding: lock))
    await lock.release()
  }
}

/// A clock on which every wait ends immediately.
private struct InstantClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// A clock on which every wait fails, as in a canceled task.
private struct CanceledClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
