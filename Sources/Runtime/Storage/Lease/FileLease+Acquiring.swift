#if !os(Windows)
  import Foundation

  extension FileLease {
    /// Whether a process sees all other processes that may share a folder. On Linux, containers can hide them.
    package static var seesProcesses: Bool {
      #if canImport(Darwin)
        true
      #else
        false
      #endif
    }

    /// The first and the longest pause between attempts.
    private static let pauses = Duration.milliseconds(5)...(.milliseconds(250))

    /// Waits for the lease and takes it.
    ///
    /// - Parameters:
    ///   - path: A folder for this lease only, inside one that only this user can change. It is created if it is missing.
    ///   - hold: The time after which an owner loses the lease unless it extends it. At most an hour.
    ///   - clock: The clock for the pauses between attempts, which get longer.
    ///   - seesProcesses: Whether a lease is over if its process doesn't exist.
    ///   - onStep: Called at each step, for tests.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the folder can't be used, the task was canceled, or other processes keep
    ///   the lease for too long.
    package static func acquire(
      _ path: String, for hold: Duration = FileLock.longestHold, clock: any Clock<Duration> = ContinuousClock(),
      seesProcesses: Bool = FileLease.seesProcesses, onStep: @escaping @Sendable (Step) -> Void = { _ in }
    ) async throws(StoreFailure) -> FileLease {
      let folder = LeaseFolder(path)
      try folder.check()
      let wait = LockWait(forFile: path, heldFor: hold, pauses: pauses, clock: clock)
      var attempts = LeaseAttempts(
        folder: folder, hold: hold, seesProcesses: seesProcesses, onStep: onStep, wait: wait)
      while true {
        if let lease = try attempts.next() { return lease }
        try await attempts.pause()
      }
    }
  }

  /// The attempts of one process to take a lease.
  private struct LeaseAttempts {
    private struct Observation {
      let number: UInt64
      let contents: LeaseFolder.Contents
      let waited: Duration
    }

    let folder: LeaseFolder
    let hold: Duration
    let seesProcesses: Bool
    let onStep: @Sendable (FileLease.Step) -> Void
    private var wait: LockWait
    /// The time until the current lease is over, if known.
    private var timeLeft: Duration?
    /// An unreadable lease, and the time at which it was first seen.
    private var observation: Observation?

    init(
      folder: LeaseFolder, hold: Duration, seesProcesses: Bool, onStep: @escaping @Sendable (FileLease.Step) -> Void,
      wait: LockWait
    ) {
      (self.folder, self.hold, self.seesProcesses, self.onStep, self.wait) = (folder, hold, seesProcesses, onStep, wait)
    }

    /// Waits until the next attempt, but not much longer than the current lease lasts.
    mutating func pause() async throws(StoreFailure) {
      let timeLeft = timeLeft
      try await wait.pause { max(.milliseconds(1), min($0, timeLeft ?? $0)) }
    }

    /// - Returns: `nil` if another process has the lease.
    mutating func next() throws(StoreFailure) -> FileLease? {
      let newest = try folder.newest()
      if let newest, try !isOver(newest) { return nil }
      onStep(.judged)
      let (number, isOverflow) = (newest ?? 0).addingReportingOverflow(1)
      guard !isOverflow else { throw .unavailable("the number of the newest lease is too high") }
      let record = LeaseRecord(for: hold)
      guard try folder.create(number, record) else { return nil }
      onStep(.created)
      // If the attempt fails from here on, the lease is released immediately.
      let lease = FileLease(folder, number, record, onStep)
      // A process that was suspended before it created the file may have created an outdated number.
      guard lease.isHeld else { return nil }
      folder.removeOldFiles(before: number)
      onStep(.taken)
      return lease
    }

    private mutating func isOver(_ number: UInt64) throws(StoreFailure) -> Bool {
      let contents = try folder.contents(of: number)
      timeLeft = nil
      switch contents {
      case .missing: return false
      case .record(let record):
        guard !record.isOver(seesProcesses: seesProcesses) else { return true }
        timeLeft = .seconds(record.secondsLeft())
        return false
      case .unreadable: return hasWaited(for: contents, number)
      }
    }

    /// The owner may have been suspended while it wrote the file. It gets as much time as any other owner.
    private mutating func hasWaited(for contents: LeaseFolder.Contents, _ number: UInt64) -> Bool {
      if let observation, observation.number == number, observation.contents == contents {
        return wait.waited - observation.waited >= hold
      }
      observation = Observation(number: number, contents: contents, waited: wait.waited)
      return false
    }
  }
#endif
