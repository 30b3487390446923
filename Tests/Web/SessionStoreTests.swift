import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `A session store in memory` {
  private static let client = WebSessionClient(provider: "p", issuer: "https://id.example", clientID: "c")
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func record(
    _ id: String, subject: String = "u", sid: String? = nil, expiresIn: TimeInterval = 100
  ) -> WebSessionRecord {
    WebSessionRecord(
      id: SessionIDHash(of: Secret(id)), client: Self.client, subject: subject, issuerSessionID: sid,
      createdAt: Self.now, lastUsedAt: Self.now, expiresAt: Self.now + expiresIn, absoluteExpiresAt: Self.now + 1000,
      contents: Data(id.utf8))
  }

  @Test func `A record is found by its hash only, and a second insertion fails`() async throws {
    let store = MemorySessionStore()
    let one = record("one", sid: "s")
    try await store.insert(one)
    #expect(await store.find(one.id) == one)
    #expect(await store.find(SessionIDHash(of: Secret("two"))) == nil)
    await #expect(throws: StoreFailure.self) { try await store.insert(one) }
  }

  @Test func `Sessions end by the issuer's session and by the user, except one`() async throws {
    let store = MemorySessionStore()
    for record in [record("a", sid: "s"), record("b", sid: "s"), record("c"), record("d", subject: "v")] {
      try await store.insert(record)
    }
    #expect(await store.removeSessions(of: Self.client, issuerSessionID: "s") == 2)
    #expect(await store.removeSessions(of: Self.client, issuerSessionID: "s") == 0)
    try await store.insert(record("e"))
    #expect(await store.removeSessions(of: Self.client, subject: "u", except: record("e").id) == 1)
    #expect(await store.find(record("e").id) != nil)
    #expect(await store.find(record("d").id) != nil)
    var other = Self.client
    other.issuer = "https://other.example"
    #expect(await store.removeSessions(of: other, subject: "v", except: nil) == 0)
  }

  @Test func `Expired sessions and values are removed in batches`() async throws {
    let store = MemorySessionStore()
    for index in 0..<10 { try await store.insert(record("\(index)", expiresIn: index < 7 ? 10 : 100)) }
    for index in 0..<5 {
      #expect(await store.remember(RememberedValue(.signIn, ["\(index)"], expiresAt: Self.now + 10)))
    }
    #expect(await store.removeExpired(at: Self.now + 10, limit: 4) == 4)
    #expect(try await store.removeAllExpired(at: Self.now + 10, batch: 3) == 8)
    // A batch has at least one row.
    #expect(try await store.removeAllExpired(at: Self.now + 100, batch: 0) == 3)
    #expect(try await store.removeAllExpired(at: Self.now + 100) == 0)
  }

  @Test func `A use doesn't bring a removed session back, and an older use changes nothing`() async throws {
    let store = MemorySessionStore()
    let one = record("one")
    await store.touch(one.id, usedAt: Self.now, expiresAt: Self.now)
    #expect(await store.find(one.id) == nil)
    try await store.insert(one)
    await store.touch(one.id, usedAt: Self.now + 50, expiresAt: Self.now + 150)
    await store.touch(one.id, usedAt: Self.now + 20, expiresAt: Self.now + 120)
    #expect(await store.find(one.id)?.expiresAt == Self.now + 150)
  }

  @Test func `Only one owner has the lease, and its number grows`() async throws {
    let clock = Locked(ContinuousClock.now)
    let store = MemorySessionStore(now: { clock.value })
    let one = record("one")
    #expect(await store.takeLease(on: one.id, owner: "a", for: .seconds(10)) == .missing)
    try await store.insert(one)
    let first = WebSessionLease(id: one.id, fence: 1)
    #expect(await store.takeLease(on: one.id, owner: "a", for: .seconds(10)) == .taken(first))
    // A repeated call after a lost response.
    #expect(await store.takeLease(on: one.id, owner: "a", for: .seconds(10)) == .taken(first))
    #expect(await store.takeLease(on: one.id, owner: "b", for: .seconds(10)) == .busy)
    clock.withLock { $0 += .seconds(9) }
    #expect(await store.extend(first, for: .seconds(10)))
    clock.withLock { $0 += .seconds(9) }
    #expect(await store.takeLease(on: one.id, owner: "b", for: .seconds(10)) == .busy)
    clock.withLock { $0 += .seconds(2) }
    let second = WebSessionLease(id: one.id, fence: 2)
    #expect(await store.takeLease(on: one.id, owner: "b", for: .seconds(10)) == .taken(second))
    #expect(await !store.extend(first, for: .seconds(10)))
    #expect(await !store.replaceContents(Data(), holding: first))
    #expect(await !store.remove(holding: first))
    await store.release(first)
    #expect(await store.takeLease(on: one.id, owner: "c", for: .seconds(10)) == .busy)
    #expect(await store.replaceContents(Data([1]), holding: second))
    #expect(await store.find(one.id)?.contents == Data([1]))
    await store.release(second)
    #expect(await !store.extend(second, for: .seconds(10)))
    #expect(await store.remove(holding: second))
    #expect(await store.remove(holding: second))
    #expect(await !store.replaceContents(Data(), holding: second))
  }

  @Test func `A value is remembered once, and the number of values is limited`() async throws {
    let store = MemorySessionStore(maximumRemembered: 3)
    let values = (0..<5).map { RememberedValue(.signIn, ["\($0)"], expiresAt: Self.now + Double($0)) }
    #expect(await store.remember(values[4]))
    #expect(await !store.remember(values[4]))
    #expect(await store.isRemembered(values[4]))
    #expect(await !store.isRemembered(values[0]))
    for value in values[..<4] { #expect(await store.remember(value)) }
    #expect(await store.removeExpired(at: .distantFuture, limit: .max) == 3)
    // The length of each part prevents ambiguity, and kinds are separate.
    let one = RememberedValue(.signIn, ["a", "b"], expiresAt: Self.now)
    #expect(one.hash != RememberedValue(.signIn, ["ab"], expiresAt: Self.now).hash)
    #expect(one.hash != RememberedValue(.logoutToken, ["a", "b"], expiresAt: Self.now).hash)
  }

  @Test(arguments: [0, 31, 33, 64])
  func `A hash of a session ID has 32 bytes`(length: Int) {
    #expect(SessionIDHash(bytes: Data(repeating: 1, count: length)) == nil)
    #expect(SessionIDHash(bytes: Data(repeating: 1, count: 32))?.bytes == Data(repeating: 1, count: 32))
  }

  @Test func `The number of sessions in memory is limited`() async throws {
    let store = MemorySessionStore(maximumSessions: 2)
    try await store.insert(record("a"))
    try await store.insert(record("b"))
    await #expect(throws: StoreFailure.self) { try await store.insert(record("c")) }
  }
}
