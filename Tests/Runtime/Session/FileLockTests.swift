import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A lock in a file` {
  private func withLockFile<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try await body(folder.appendingPathComponent("a.lock").path)
    }
  }

  /// The largest number of tasks, out of twenty, that hold the lock at the same time.
  private func mostAtOnce(_ path: String) async throws -> Int {
    let (arrived, inside, most) = (Locked(0), Locked(0), Locked(0))
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          arrived.withLock { $0 += 1 }
          let lock = try await FileLock.acquire(path, for: .seconds(36_000))
          let now = inside.withLock { count in
            count += 1
            return count
          }
          most.withLock { $0 = max($0, now) }
          // All tasks have requested the lock.
          await arrived.wait { $0 == 20 }
          #expect(lock.isHeld)
          inside.withLock { $0 -= 1 }
          lock.release()
          #expect(!lock.isHeld)
        }
      }
      try await group.waitForAll()
    }
    return most.value
  }

  @Test func `A lock has one owner at a time, and is free when it is released`() async throws {
    try await withLockFile { path in
      let most = try await mostAtOnce(path)
      #expect(most == 1)
    }
  }

  @Test func `A late owner loses the lock to another one, and notices it`() async throws {
    try await withLockFile { path in
      let late = try await FileLock.acquire(path, for: .zero)
      // Longer than this test takes on the slowest machine.
      let next = try await FileLock.acquire(path, for: .seconds(36_000))
      #expect(!late.isHeld)
      #expect(next.isHeld)
      // A late owner's release doesn't affect the new owner.
      late.release()
      #expect(next.isHeld)
      let clock = GatedClock()
      let waiting = Task { try await FileLock.acquire(path, clock: clock) }
      await clock.sleeper()
      waiting.cancel()
      await #expect(throws: StoreFailure.unavailable("waiting for \(path) was canceled")) { try await waiting.value }
      next.release()
      #expect(try await FileLock.acquire(path).isHeld)
    }
  }

  @Test func `An owner can extend a lock in time, and not after its release or expiry`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      #expect(owner.extend())
      owner.release()
      #expect(!owner.extend())
      let late = try await FileLock.acquire(path, for: .zero)
      #expect(!late.extend(), "another process may be taking it over")
    }
  }

  @Test func `Waiting for a lock ends with a failure`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      await #expect(throws: StoreFailure.unavailable("another process keeps \(path) locked")) {
        try await FileLock.acquire(path, clock: ImmediateClock())
      }
      owner.release()
    }
  }

  @Test func `Only one of many waiting tasks takes over an expired lock`() async throws {
    try await withLockFile { path in
      let late = try await FileLock.acquire(path, for: .zero)
      #expect(try await mostAtOnce(path) == 1)
      #expect(!late.isHeld)
    }
  }

  @Test(arguments: ["", "x", "1", "1 2", "1 2 x", "1 2 3", "1 2 3 4\n", String(repeating: "9", count: 100)])
  func `An invalid lock file names no owner`(text: String) {
    #expect(LockOwner(text) == nil)
  }

  @Test func `A lock file names its owner's process and the time at which the lock expires`() throws {
    let owner = LockOwner(7, for: .seconds(60))
    #expect(owner.mark == 7)
    #expect(owner.process == getpid())
    #expect(LockOwner(owner.text) == owner)
    #expect(!owner.isOverdue)
    #expect(LockOwner(7, for: .seconds(-1)).isOverdue)
  }

  @Test func `A lock is unavailable if its file can't be created`() async throws {
    await #expect(throws: StoreFailure.self) { try await FileLock.acquire("/proc/nowhere/a.lock") }
  }
}
