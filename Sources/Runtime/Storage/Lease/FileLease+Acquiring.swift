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
      var attempts = LeaseAttempts(folder: folder, hold: hold, seesProcesses: seesProcesses, onStep: onStep)
      while attempts.waited <= max(hold, FileLock.longestHold) * FileLock.patience {
        if let lease = try attempts.next() { return lease }
        do { try await clock.sleep(for: attempts.pause()) } catch {
          throw .unavailable("waiting for \(path) was canceled")
        }
      }
      throw .unavailable("another process keeps \(path) locked")
    }
  }

  /// The attempts of one process to take a lease.
  private struct LeaseAttempts {
    private struct Observation {
      let number: UInt64
      let contents: LeaseFolder.Contents
      let waited: Duration
    }

    private static let pauses = (shortest: Duration.milliseconds(5), longest: Duration.milliseconds(250))

    let folder: LeaseFolder
    let hold: Duration
    let seesProcesses: Bool
    let onStep: @Sendable (FileLease.Step) -> Void
    private(set) var waited = Duration.zero
    private var nextPause = pauses.shortest
    /// The time until the current lease is over, if known.
    private var timeLeft: Duration?
    /// An unreadable lease, and the time at which it was first seen.
    private var observation: Observation?

    init(
      folder: LeaseFolder, hold: Duration, seesProcesses: Bool, onStep: @escaping @Sendable (FileLease.Step) -> Void
    ) {
      (self.folder, self.hold, self.seesProcesses, self.onStep) = (folder, hold, seesProcesses, onStep)
    }

    /// The time until the next attempt.
    mutating func pause() -> Duration {
      let pause = max(.milliseconds(1), min(nextPause, timeLeft ?? nextPause))
      nextPause = min(nextPause * 2, Self.pauses.longest)
      waited += pause
      return pause
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
        return waited - observation.waited >= hold
      }
      observation = Observation(number: number, contents: contents, waited: waited)
      return false
    }
  }
#endif
