#if !os(Windows)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The contents of a lease's file: a line about the owner, and a line for each new expiration time.
  ///
  /// Times are seconds since the machine started. Clock changes don't affect them.
  struct LeaseRecord: Sendable, Hashable {
    /// The maximum duration of a lease in seconds.
    static let maximumHold = 3600.0
    /// Replaces the first word of the file. It has the same length, because a full disk has no room for more.
    static let released = "free"
    private static let held = "held"

    /// Identifies the owner.
    let mark: UInt64
    let process: Int32
    /// The seconds that one extension adds.
    let hold: Double
    let until: Double
    let isReleased: Bool

    private init(_ mark: UInt64, _ process: Int32, _ hold: Double, until: Double, isReleased: Bool = false) {
      (self.mark, self.process, self.hold, self.until, self.isReleased) = (mark, process, hold, until, isReleased)
    }

    /// A new lease of this process.
    init(for hold: Duration) {
      let hold = min(hold.seconds, Self.maximumHold)
      self.init(.random(in: .min ... .max), getpid(), hold, until: LockOwner.uptime + hold)
    }

    /// - Returns: `nil` if the file is incomplete, or another program wrote it.
    init?(_ text: String) {
      // A last line without a line break is still being written, so the previous line counts.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      guard lines.count >= 2, let last = lines.last, let until = Double(last), until.isFinite else { return nil }
      let words = lines[0].split(separator: " ")
      guard words.count == 4, [Self.held, Self.released].contains(String(words[0])), let mark = UInt64(words[1]),
        let process = Int32(words[2]), let hold = Double(words[3]), hold.isFinite
      else { return nil }
      self.init(mark, process, hold, until: until, isReleased: words[0] == Self.released)
    }

    var text: String { "\(isReleased ? Self.released : Self.held) \(mark) \(process) \(hold)\n\(line)" }
    /// The line that extends the lease to ``until``.
    var line: String { "\(until)\n" }
    var extended: LeaseRecord { LeaseRecord(mark, process, hold, until: LockOwner.uptime + hold) }

    func secondsLeft(at uptime: Double = LockOwner.uptime) -> Double { until - uptime }
    var isOverdue: Bool { secondsLeft() < 0 }

    /// Whether another process may take the next lease.
    ///
    /// - Parameter seesProcesses: Whether this process sees all other processes that use the lease.
    func isOver(seesProcesses: Bool, at uptime: Double = LockOwner.uptime) -> Bool {
      let left = secondsLeft(at: uptime)
      // The machine has restarted since the record was written. The extra second allows for rounding.
      let isFromEarlierStart = left > min(hold, Self.maximumHold) + 1
      return isReleased || left < 0 || isFromEarlierStart || seesProcesses && hasOwnerEnded
    }

    private var hasOwnerEnded: Bool { process > 0 && kill(process, 0) != 0 && errno == ESRCH }
  }
#endif
