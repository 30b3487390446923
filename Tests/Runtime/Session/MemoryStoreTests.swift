import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension MemoryCredentialStore {
  /// Takes the lock of the sample key. A caller is counted before it waits.
  fileprivate func take(_ callers: Locked<Int>, _ granted: Locked<[any CredentialLock]>) async {
    callers.withLock { $0 += 1 }
    guard let lock = await lock(.sample, for: .refresh, clock: ContinuousClock()) else { return }
    granted.withLock { $0.append(lock) }
  }
}

extension CredentialKey {
  fileprivate static let sample = CredentialKey(issuer: "https://id.example", clientID: "app")
}

@Suite struct `The lock of a store in memory` {
  @Test func `A released lock can't be extended, and its second release doesn't affect the next owner`() async throws {
    let (store, callers, granted) = (MemoryCredentialStore(), Locked(0), Locked<[any CredentialLock]>([]))
    let first = try #require(await store.lock(.sample, for: .refresh, clock: ContinuousClock()))
    #expect(await first.extend())
    let tasks = (0..<2).map { _ in Task { await store.take(callers, granted) } }
    await callers.wait { $0 == 2 }
    await first.release()
    await first.release()
    #expect(await !first.extend())
    await granted.wait { !$0.isEmpty }
    // The actor has also resumed every other caller that got the lock.
    _ = await store.load(.sample)
    #expect(granted.value.count == 1)
    let second = granted.value.first
    #expect(await second?.extend() == true)
    await second?.release()
    for task in tasks { await task.value }
    #expect(granted.value.count == 2)
  }

  @Test func `A lock is free for the next caller when nothing refers to it`() async throws {
    let store = MemoryCredentialStore()
    for _ in 0..<2 { #expect(await store.lock(.sample, for: .refresh, clock: ContinuousClock())?.extend() == true) }
  }
}
