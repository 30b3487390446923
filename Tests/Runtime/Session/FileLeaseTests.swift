#if !os(Windows)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `A lease in a folder` {
    static let long = Duration.seconds(3000)

    func withLease<Value>(_ body: (String) async throws -> Value) async throws -> Value {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }
      return try await body(folder.appendingPathComponent("a.lease").path)
    }

    func names(_ path: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    /// Writes a lease's file as another process does.
    func put(_ text: String, _ number: Int, _ path: String) throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let file = URL(fileURLWithPath: "\(path)/\(number)")
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// A lease whose owner didn't extend it in time.
    func late(_ path: String) throws -> FileLease {
      let folder = LeaseFolder(path)
      try folder.check()
      let number = (try folder.newest() ?? 0) + 1
      let text = "held 1 \(ProcessInfo.processInfo.processIdentifier) 3000.0\n\(LockOwner.uptime - 1)\n"
      let record = try #require(LeaseRecord(text))
      #expect(try folder.create(number, record))
      return FileLease(folder, number, record) { _ in }
    }

    /// The largest number of tasks, out of twenty, that hold the lease at the same time.
    func mostAtOnce(_ path: String) async throws -> Int {
      let (arrived, inside, most) = (Locked(0), Locked(0), Locked(0))
      try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask {
            arrived.withLock { $0 += 1 }
            let lease = try await FileLease.acquire(path, for: Self.long)
            let now = inside.withLock { count in
              count += 1
              return count
            }
            most.withLock { $0 = max($0, now) }
            // All tasks have requested the lease.
            await arrived.wait { $0 == 20 }
            #expect(lease.extend())
            inside.withLock { $0 -= 1 }
            lease.release()
            #expect(!lease.isHeld)
          }
        }
        try await group.waitForAll()
      }
      return most.value
    }

    @Test func `A lease has one owner at a time and leaves two files`() async throws {
      try await withLease { path in
        let most = try await mostAtOnce(path)
        #expect(most == 1)
        #expect(names(path) == ["19", "20"])
      }
    }

    @Test func `Only one of many waiting tasks takes over an expired lease`() async throws {
      try await withLease { path in
        let late = try late(path)
        #expect(try await mostAtOnce(path) == 1)
        #expect(!late.isHeld)
        #expect(!late.extend())
      }
    }

    @Test func `An owner who lost the lease can't release it`() async throws {
      try await withLease { path in
        let late = try late(path)
        let next = try await FileLease.acquire(path, for: Self.long)
        late.release()
        #expect(next.extend())
        let clock = RecordingClock(limit: 3)
        await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path, for: Self.long, clock: clock) }
      }
    }

    @Test func `A lease ends when nothing refers to it`() async throws {
      try await withLease { path in
        do {
          let lease = try await FileLease.acquire(path, for: Self.long)
          #expect(lease.isHeld)
        }
        #expect(try await FileLease.acquire(path, for: Self.long, clock: RecordingClock(limit: 0)).isHeld)
      }
    }

    @Test func `A lease can be extended only while it is valid`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long)
        for _ in 0..<3 { #expect(owner.extend()) }
        owner.release()
        #expect(!owner.extend())
        let late = try late(path)
        #expect(!late.extend())
      }
    }

    @Test func `A lease is lost if its file can't be extended`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long)
        try FileManager.default.removeItem(atPath: "\(path)/1")
        #expect(!owner.extend())
        #expect(!owner.isHeld)
      }
    }

    /// Another process takes the lease after the owner wrote the new time and before it checks again.
    @Test func `A lease is lost if another process takes it during the extension`() async throws {
      try await withLease { path in
        let extensions = Locked(0)
        let owner = try await FileLease.acquire(path, for: Self.long) { step in
          guard step == .extended,
            extensions.withLock({
              $0 += 1; return $0
            }) == 2
          else { return }
          try? put(LeaseRecord(for: Self.long).text, 2, path)
        }
        #expect(owner.extend())
        #expect(!owner.extend())
        #expect(!owner.extend())
      }
    }

    @Test func `A process that creates an old number again doesn't get the lease`() async throws {
      try await withLease { path in
        let isFirst = Locked(true)
        // Another process is much faster, and has removed the number that this one creates.
        let attempt = Task {
          try await FileLease.acquire(path, for: Self.long, clock: RecordingClock(limit: 1)) { step in
            let isNow =
              step == .judged
              && isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
              }
            if isNow { try? put(LeaseRecord(for: Self.long).text, 7, path) }
          }
        }
        await #expect(throws: StoreFailure.self) { try await attempt.value }
        let file = try String(contentsOfFile: "\(path)/1", encoding: .utf8)
        #expect(LeaseRecord(file)?.isReleased == true)
      }
    }

    @Test func `A lease lasts an hour at most, even if its owner requests more`() {
      #expect(LeaseRecord(for: .seconds(1_000_000)).secondsLeft() <= 3600)
    }

    @Test func `A lease from before a restart or with an impossible time is over`() async throws {
      let uptime = LockOwner.uptime
      let times = [(60.0, uptime + 100), (1e300, uptime + 4000), (36_000, uptime + 35_000), (-1, uptime), (0, 1)]
      for (hold, until) in times {
        try await withLease { path in
          try put("held 1 1 \(hold)\n\(until)\n", 4, path)
          let lease = try await FileLease.acquire(path, for: Self.long, clock: RecordingClock(limit: 0))
          #expect(lease.isHeld, "\(hold) \(until)")
        }
      }
    }

    @Test func `A waiting process pauses longer and longer, and gives up after five minutes`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long)
        let clock = RecordingClock()
        await #expect(throws: StoreFailure.unavailable("another process keeps \(path) locked")) {
          try await FileLease.acquire(path, for: .seconds(1), clock: clock)
        }
        let slept = clock.slept.value
        #expect(Array(slept.prefix(7)) == [5, 10, 20, 40, 80, 160, 250].map { Duration.milliseconds($0) })
        #expect(slept == slept.sorted())
        #expect((.seconds(300)...(.seconds(301))).contains(slept.reduce(.zero, +)))
        #expect(owner.extend())
      }
    }

    @Test func `A waiting process pauses no longer than the lease lasts`() async throws {
      try await withLease { path in
        try put("held 1 1 60\n\(LockOwner.uptime + 0.002)\n", 1, path)
        let clock = RecordingClock(limit: 2)
        // On a slow machine the lease is already over.
        _ = try? await FileLease.acquire(path, clock: clock)
        #expect(clock.slept.value.allSatisfy { $0 <= .milliseconds(2) })
      }
    }

    @Test func `A canceled task stops waiting for a lease`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long)
        let clock = GatedClock()
        let waiting = Task { try await FileLease.acquire(path, for: Self.long, clock: clock) }
        waiting.cancel()
        await #expect(throws: StoreFailure.unavailable("waiting for \(path) was canceled")) { try await waiting.value }
        #expect(owner.isHeld)
      }
    }
  }

  /// A clock on which sleeps end immediately and are recorded.
  final class RecordingClock: Clock {
    struct SleepNotAllowed: Error {}

    let slept = Locked<[Duration]>([])
    let limit: Int
    let start = ContinuousClock.now
    private let onSleep: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - limit: The number of sleeps after which the next one fails.
    ///   - onSleep: Receives the time that has passed.
    init(limit: Int = .max, onSleep: @escaping @Sendable (Duration) -> Void = { _ in }) {
      (self.limit, self.onSleep) = (limit, onSleep)
    }

    var now: ContinuousClock.Instant { start.advanced(by: slept.value.reduce(.zero, +)) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      let now = now
      let isAllowed = slept.withLock { slept in
        slept.append(now.duration(to: deadline))
        return slept.count <= limit
      }
      guard isAllowed else { throw SleepNotAllowed() }
      onSleep(start.duration(to: deadline))
    }
  }
#endif
