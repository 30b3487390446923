import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `The lock of a web session` {
  private let memory = MemorySessionStore()

  private func lease() async throws -> WebSessionLease {
    let (id, now) = (SessionIDHash(of: Secret("one")), Date(timeIntervalSince1970: 1_700_000_000))
    try await memory.insert(
      WebSessionRecord(
        id: id, client: WebSessionClient(provider: "p", issuer: "https://id.example", clientID: "c"), subject: "u",
        issuerSessionID: nil, createdAt: now, lastUsedAt: now, expiresAt: now, absoluteExpiresAt: now,
        contents: Data()))
    guard case .taken(let lease) = await memory.takeLease(on: id, owner: "a", for: .seconds(10)) else {
      throw StoreFailure.unavailable("no lease")
    }
    return lease
  }

  /// - Parameter isOver: Becomes true when the background task of the lock ends.
  private func lock(
    _ lease: WebSessionLease?, in store: ObservedStore, waits: Int = 0, isOver: Locked<Bool> = Locked(false)
  ) -> SessionLock {
    SessionLock(lease, in: store, for: .seconds(10), clock: LimitedClock(waits: waits, isOver)) { _ in }
  }

  /// Holds a lease until its background task ends, and returns the number of extensions.
  private func extensions(waits: Int = .max) async throws -> Int {
    let (store, isOver) = (ObservedStore(memory), Locked(false))
    let lock = lock(try await lease(), in: store, waits: waits, isOver: isOver)
    await isOver.wait { $0 }
    return withExtendedLifetime(lock) { store.count(.extend) }
  }

  @Test func `An exchange that never ends doesn't extend the lease forever`() async throws {
    #expect(try await extensions() == 60)
  }

  @Test(arguments: [0, 3])
  func `The lease isn't extended without a wait`(waits: Int) async throws {
    #expect(try await extensions(waits: waits) == waits)
  }

  @Test func `New tokens aren't requested while the store can't confirm the lease, but they're written`() async throws {
    let store = ObservedStore(memory) { call, number in call == .extend && number < 2 }
    let lock = lock(try await lease(), in: store)
    #expect(await !lock.extend())
    #expect(await SessionLock(within: lock).extend())
    #expect(await lock.extend())
    await lock.release()
  }

  @Test func `A lease that has ended isn't extended`() async throws {
    let store = ObservedStore(memory)
    let lease = try await lease()
    let (ended, missing) = (lock(lease, in: store), lock(nil, in: store))
    await memory.release(lease)
    for lock in [ended, SessionLock(within: ended), missing, SessionLock(within: missing)] {
      #expect(await !lock.extend())
    }
  }
}

/// A clock on which a number of waits end immediately, and the next one fails. It notes when nothing uses it anymore.
private final class LimitedClock: Clock {
  private let waits: Locked<Int>
  private let isOver: Locked<Bool>

  init(waits: Int, _ isOver: Locked<Bool>) { (self.waits, self.isOver) = (Locked(waits), isOver) }

  deinit { isOver.withLock { $0 = true } }

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let left = waits.withLock { waits in
      waits -= 1
      return waits
    }
    if left < 0 { throw CancellationError() }
  }
}
