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

  /// How many of twenty hold the lock at once.
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
          // The others want it, too.
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

  @Test func `is one's at a time, and free when it is let go`() async throws {
    try await withLockFile { path in
      let most = try await mostAtOnce(path)
      #expect(most == 1)
    }
  }

  @Test func `is taken over from an owner who is late, and that one can tell`() async throws {
    try await withLockFile { path in
      let late = try await FileLock.acquire(path, for: .zero)
      // Longer than the slowest machine takes for this test.
      let next = try await FileLock.acquire(path, for: .seconds(36_000))
      #expect(!late.isHeld)
      #expect(next.isHeld)
      // The late one lets go of what is not its own any more.
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

  @Test func `is kept by an owner who says that the work goes on, while there is time`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      #expect(owner.extend())
      owner.release()
      #expect(!owner.extend())
      let late = try await FileLock.acquire(path, for: .zero)
      #expect(!late.extend(), "somebody may be about to take over")
    }
  }

  @Test func `is not waited for for ever`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      await #expect(throws: StoreFailure.unavailable("another process keeps \(path) locked")) {
        try await FileLock.acquire(path, clock: ImpatientClock())
      }
      owner.release()
    }
  }

  @Test func `is taken over once, however many wait`() async throws {
    try await withLockFile { path in
      let late = try await FileLock.acquire(path, for: .zero)
      #expect(try await mostAtOnce(path) == 1)
      #expect(!late.isHeld)
    }
  }

  @Test(arguments: ["", "x", "1", "1 2", "1 2 x", "1 2 3", "1 2 3 4\n", String(repeating: "9", count: 100)])
  func `tells nothing by a text that nobody wrote`(text: String) {
    #expect(LockOwner(text) == nil)
  }

  @Test func `says whose it is and until when`() throws {
    let owner = LockOwner(7, for: .seconds(60))
    #expect(owner.mark == 7)
    #expect(owner.process == getpid())
    #expect(LockOwner(owner.text) == owner)
    #expect(!owner.isOverdue)
    #expect(LockOwner(7, for: .seconds(-1)).isOverdue)
  }

  @Test func `is not had where no file can be made`() async throws {
    await #expect(throws: StoreFailure.self) { try await FileLock.acquire("/proc/nowhere/a.lock") }
  }
}
