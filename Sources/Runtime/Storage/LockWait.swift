/// The pauses between the attempts to take a lock that another process holds, and their limit.
///
/// ```swift
/// while true {
///   if let lock = try attempt() { return lock }
///   try await wait.pause()
/// }
/// ```
package struct LockWait: Sendable {
  /// The sum of the pauses so far.
  package private(set) var waited = Duration.zero
  private let limit: Duration
  private let maximumPause: Duration
  private var nextPause: Duration
  private let clock: any Clock<Duration>
  private let lock, timeoutReason: String

  /// - Parameters:
  ///   - lock: The lock's name in the error of a canceled task.
  ///   - limit: The sum of the pauses above which the wait fails.
  ///   - pauses: The first and the longest pause. Each pause is twice as long as the one before.
  ///   - clock: The clock for the pauses.
  ///   - timeoutReason: The reason in the error after the limit.
  package init(
    for lock: String, upTo limit: Duration, pauses: ClosedRange<Duration>, clock: any Clock<Duration>,
    timeoutReason: String
  ) {
    (self.lock, self.limit, self.clock, self.timeoutReason) = (lock, limit, clock, timeoutReason)
    (nextPause, maximumPause) = (pauses.lowerBound, pauses.upperBound)
  }

  /// Waits until the next attempt.
  ///
  /// - Parameter adjust: Changes the length of this pause, but not of later ones.
  /// - Throws: ``StoreFailure/unavailable(_:)`` if the task was canceled or the limit is exceeded.
  package mutating func pause(_ adjust: (Duration) -> Duration = { $0 }) async throws(StoreFailure) {
    let pause = adjust(nextPause)
    do { try await clock.sleep(for: pause) } catch { throw .unavailable("waiting for \(lock) was canceled") }
    waited += pause
    nextPause = min(nextPause * 2, maximumPause)
    guard waited <= limit else { throw .unavailable(timeoutReason) }
  }
}

extension LockWait {
  /// The longest wait for a file, as a multiple of the longest hold: enough for a whole refresh with its retries.
  private static let patience = 4

  /// - Parameters:
  ///   - path: The file or folder that is the lock.
  ///   - hold: The time for which an owner holds the lock.
  ///   - pauses: The first and the longest pause.
  ///   - clock: The clock for the pauses.
  package init(
    forFile path: String, heldFor hold: Duration, pauses: ClosedRange<Duration>, clock: any Clock<Duration>
  ) {
    self.init(
      for: path, upTo: max(hold, FileLock.longestHold) * Self.patience, pauses: pauses, clock: clock,
      timeoutReason: "another process keeps \(path) locked")
  }
}
