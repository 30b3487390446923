#if !os(Windows)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  /// The files of a lease as other processes may leave them.
  extension `A lease in a folder` {
    @Test(arguments: [
      "", "held", "held 1 1 60\n", "held 1 1 60\n999", "lost 1 1 60\n9\n", "held 1 1 60\nnan\n", "held 1 1 inf\n9\n",
      "held 1 1\n9\n",
    ])
    func `A lease whose file can't be read expires after the usual time`(text: String) async throws {
      #expect(LeaseRecord(text) == nil)
      try await withLease { path in
        try put(text, 1, path)
        let clock = RecordingClock()
        let lease = try await FileLease.acquire(path, for: .seconds(60), clock: clock)
        #expect(lease.isHeld)
        #expect((.seconds(60)...(.seconds(61))).contains(clock.slept.value.reduce(.zero, +)))
      }
    }

    @Test(arguments: [(1, "changed"), (2, "damaged")])
    func `A lease whose unreadable file changes gets the usual time again`(number: Int, text: String) async throws {
      try await withLease { path in
        try put("damaged", 1, path)
        let isChanged = Locked(false)
        let clock = RecordingClock { waited in
          guard waited >= .seconds(30), !isChanged.value else { return }
          isChanged.withLock { $0 = true }
          try? put(text, number, path)
        }
        let lease = try await FileLease.acquire(path, for: .seconds(60), clock: clock)
        #expect(lease.isHeld)
        #expect((.seconds(89)...(.seconds(92))).contains(clock.slept.value.reduce(.zero, +)))
      }
    }

    @Test func `A lease with a half-written last line lasts until the time in the line before`() throws {
      let record = try #require(LeaseRecord("held 1 2 60.5\n100.5\n160"))
      #expect((record.mark, record.process, record.hold, record.until) == (1, 2, 60.5, 100.5))
      #expect(LeaseRecord("free 1 2 60.5\n100.5\n")?.isReleased == true)
      let own = LeaseRecord(for: .seconds(5))
      #expect(LeaseRecord(own.text) == own)
      #expect(!own.isOver(seesProcesses: true))
    }

    @Test func `The lease of a process that ended is over if processes see each other`() async throws {
      try await withLease { path in
        let gone = try await Command.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "echo $$"])
        let process = gone.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let text = "held 1 \(process) 3000\n\(LockOwner.uptime + 2900)\n"
        try put(text, 1, path)
        await #expect(throws: StoreFailure.self) {
          try await FileLease.acquire(path, clock: RecordingClock(limit: 3), seesProcesses: false)
        }
        let clock = RecordingClock(limit: 0)
        let lease = try await FileLease.acquire(path, clock: clock, seesProcesses: true)
        #expect(lease.isHeld)
      }
    }

    @Test func `Acquiring a lease removes unfinished files of earlier attempts, and keeps later ones`() async throws {
      try await withLease { path in
        try put("free 1 1 60\n1\n", 3, path)
        for name in ["2.1.1.new", "4.1.1.new", "5.1.1.new"] {
          try Data().write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        let lease = try await FileLease.acquire(path, for: Self.long)
        #expect(names(path) == ["3", "4", "5.1.1.new"])
        lease.release()
      }
    }

    @Test func `A lease folder that is a link or a file, or that others can change, is rejected`() async throws {
      try await withLease { path in
        let elsewhere = path + ".elsewhere"
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        await #expect(throws: StoreFailure.unavailable("\(path) isn't a folder")) { try await FileLease.acquire(path) }
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        await #expect(throws: StoreFailure.unavailable("\(path) isn't a folder")) { try await FileLease.acquire(path) }
        try FileManager.default.removeItem(atPath: path)
        try put("free 1 1 60\n1\n", 1, path)
        chmod(path, 0o777)
        await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
        chmod(path, 0o700)
        if geteuid() == 0 {
          chown(path, 12_345, gid_t.max)
          await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
          chown(path, 0, gid_t.max)
        }
        #expect(try await FileLease.acquire(path).isHeld)
      }
    }

    @Test func `A lease whose newest file is a link or a folder, or that others can change, is rejected`() async throws
    {
      try await withLease { path in
        try put("free 1 1 60\n1\n", 1, path)
        let next = "\(path)/2"
        try FileManager.default.createSymbolicLink(atPath: next, withDestinationPath: "\(path)/1")
        await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
        try FileManager.default.removeItem(atPath: next)
        try FileManager.default.createDirectory(atPath: next, withIntermediateDirectories: true)
        await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
        try FileManager.default.removeItem(atPath: next)
        chmod("\(path)/1", 0o666)
        await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
        chmod("\(path)/1", 0o600)
        if geteuid() == 0 {
          chown("\(path)/1", 12_345, gid_t.max)
          await #expect(throws: StoreFailure.self) { try await FileLease.acquire(path) }
        }
      }
    }

    @Test(arguments: [0, Int32.min + 1, 1])
    func `A lease isn't over if its process isn't known to have ended`(process: Int32) throws {
      let record = try #require(LeaseRecord("held 1 \(process) 3000\n\(LockOwner.uptime + 2900)\n"))
      #expect(!record.isOver(seesProcesses: true))
    }

    @Test func `A lease ignores files whose names aren't plain numbers`() async throws {
      try await withLease { path in
        try put("free 1 1 60\n1\n", 1, path)
        for name in ["+9", "09", "-9", "9 "] { try Data().write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        let lease = try await FileLease.acquire(path, for: Self.long, clock: RecordingClock(limit: 0))
        #expect(lease.isHeld)
        #expect(names(path).contains("2"))
      }
    }

    @Test func `A lease is unavailable after the highest number`() async throws {
      try await withLease { path in
        try put("free 1 1 60\n1\n", 1, path)
        try FileManager.default.moveItem(atPath: "\(path)/1", toPath: "\(path)/\(UInt64.max)")
        await #expect(throws: StoreFailure.unavailable("the number of the newest lease is too high")) {
          try await FileLease.acquire(path)
        }
      }
    }

    @Test func `A lease is unavailable if its folder can't be created`() async throws {
      await #expect(throws: StoreFailure.self) { try await FileLease.acquire("/proc/nowhere/a.lease") }
    }
  }
#endif
