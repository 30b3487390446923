#if !os(Windows)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  /// The ways in which an owner loses its lease, or gives it up.
  extension `A lease in a folder` {
    @Test func `A lease that was lost during an extension stays lost`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long) { step in
          if step == .extended { try? put(LeaseRecord(for: Self.long).text, 2, path) }
        }
        #expect(!owner.extend())
        // The owner's file is the newest one again.
        try FileManager.default.removeItem(atPath: "\(path)/2")
        #expect(!owner.isHeld)
        #expect(!owner.extend())
      }
    }

    @Test func `A lease that expired isn't held, even if no other process has taken it`() async throws {
      try await withLease { path in
        let late = try late(path)
        #expect(!late.isHeld)
        #expect(!late.extend())
      }
    }

    @Test func `A lease that expires during an extension is lost`() async throws {
      try await withLease { path in
        let folder = LeaseFolder(path)
        try folder.check()
        #expect(try folder.create(1, LeaseRecord(for: Self.long)))
        let record = try #require(LeaseRecord("held 1 1 3000\n\(LockOwner.uptime + 0.05)\n"))
        let owner = FileLease(folder, 1, record) { step in
          while step == .extended, !record.isOverdue {}
        }
        #expect(!owner.extend())
        #expect(!owner.isHeld)
      }
    }

    @Test func `A lease is lost if its file can't be written`() async throws {
      try await withLease { path in
        let owner = try await FileLease.acquire(path, for: Self.long)
        try FileManager.default.removeItem(atPath: "\(path)/1")
        try FileManager.default.createDirectory(atPath: "\(path)/1", withIntermediateDirectories: true)
        #expect(!owner.extend())
        #expect(!owner.isHeld)
      }
    }

    /// After more extensions, the file would be too long for other processes to read.
    @Test func `A lease can be extended ten thousand times`() async throws {
      try await withLease { path in
        let folder = LeaseFolder(path)
        try folder.check()
        let record = LeaseRecord(for: Self.long)
        #expect(try folder.create(1, record))
        let owner = FileLease(folder, 1, record, extensions: 9999) { _ in }
        #expect(owner.extend())
        #expect(!owner.extend())
      }
    }

    @Test func `A lease is released once`() async throws {
      try await withLease { path in
        let steps = Locked<[FileLease.Step]>([])
        do {
          let lease = try await FileLease.acquire(path, for: Self.long) { step in steps.withLock { $0.append(step) } }
          lease.release()
          lease.release()
        }
        #expect(steps.value == [.judged, .created, .taken, .releasing, .released])
      }
    }
  }
#endif
