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

  @Test func `An owner can't extend an expired lock, even if no other process has taken it`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .milliseconds(20))
      while owner.isHeld {}
      #expect(!owner.extend())
    }
  }

  @Test(arguments: [nil, "", "damaged", LockOwner(1, for: .seconds(60)).text])
  func `An owner loses the lock if its file is removed or replaced`(text: String?) async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      try FileManager.default.removeItem(atPath: path)
      if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      #expect(!owner.isHeld)
      #expect(!owner.extend())
    }
  }

  @Test func `A released lock stays released, even if its file gets its old contents again`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      let contents = try Data(contentsOf: URL(fileURLWithPath: path))
      owner.release()
      try contents.write(to: URL(fileURLWithPath: path))
      #expect(!owner.isHeld)
      #expect(!owner.extend())
    }
  }

  #if os(Linux)
    @Test func `A released lock is free, even if a forked process still has its descriptor`() async throws {
      try await withLockFile { path in
        let owner = try await FileLock.acquire(path, for: .seconds(36_000))
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let descriptor = try #require(
          all.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == real })
        let inherited = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        defer { close(inherited) }
        let other = open(path, O_RDWR | O_CLOEXEC)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
        owner.release()
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
      }
    }
  #endif

  #if os(Linux)
    @Test func `A lock whose owner can't be read fails immediately`() async throws {
      // The first page of a process's memory can't be read.
      let path = "/proc/self/mem"
      let owner = open(path, O_RDWR | O_CLOEXEC)
      defer { close(owner) }
      try #require(flock(owner, LOCK_EX | LOCK_NB) == 0)
      await #expect(throws: StoreFailure.unavailable("/proc/self/mem can't be read (Input/output error)")) {
        try await FileLock.acquire(path, for: .seconds(36_000), clock: RecordingClock(limit: 0))
      }
    }
  #endif

  @Test func `A missing file has no owner, and a link isn't followed`() async throws {
    try await withLockFile { path in
      #expect(try LockOwner(at: path + ".missing") == nil)
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      let link = path + ".link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      #expect(throws: StoreFailure.self) { try LockOwner(at: link) }
      owner.release()
    }
  }

  @Test func `A lock replaces the longer contents of a damaged file`() async throws {
    try await withLockFile { path in
      try Data(String(repeating: "9", count: 100).utf8).write(to: URL(fileURLWithPath: path))
      let owner = try await FileLock.acquire(path, for: .seconds(36_000), clock: RecordingClock(limit: 0))
      #expect(owner.isHeld)
      #expect(try LockOwner(at: path)?.process == getpid())
    }
  }

  @Test(arguments: [true, false])
  func `An expired lock isn't taken while another process takes it over`(hasOwner: Bool) async throws {
    try await withLockFile { path in
      let late = hasOwner ? try await FileLock.acquire(path, for: .zero) : nil
      if !hasOwner { try Data(LockOwner(1, for: .seconds(-1)).text.utf8).write(to: URL(fileURLWithPath: path)) }
      let gate = open(path + ".takeover", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(gate) }
      try #require(flock(gate, LOCK_EX | LOCK_NB) == 0)
      await #expect(throws: StoreFailure.unavailable("waiting for \(path) was canceled")) {
        try await FileLock.acquire(path, for: .seconds(36_000), clock: RecordingClock(limit: 3))
      }
      flock(gate, LOCK_UN)
      #expect(try await FileLock.acquire(path, for: .seconds(36_000)).isHeld)
      withExtendedLifetime(late) {}
    }
  }

  @Test func `Waiting for a lock ends with a failure`() async throws {
    try await withLockFile { path in
      let owner = try await FileLock.acquire(path, for: .seconds(36_000))
      await #expect(throws: StoreFailure.unavailable("another process keeps \(path) locked")) {
        try await FileLock.acquire(path, clock: ImmediateClock())
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.lock"], "only late owners are replaced")
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

  @Test(arguments: [
    "", "x", "1", "1 2", "1 2\n", "1 2 x", "1 2 3", "1 2 30", "1 2 3 4\n", "1 2 30 4\n",
    String(repeating: "9", count: 100),
  ])
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
