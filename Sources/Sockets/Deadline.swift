#if os(Linux) || Loopback
  /// The time at which an operation must end.
  package struct Deadline: Sendable {
    private let end: SuspendingClock.Instant

    /// - Parameter time: The time from now. Time in which the machine sleeps doesn't count.
    package init(in time: Duration) {
      end = SuspendingClock.now + time
    }

    /// The remaining milliseconds, rounded up, because `poll` with zero doesn't wait at all.
    package var milliseconds: Int32 {
      let rest = (end - SuspendingClock.now) / .milliseconds(1)
      return rest <= 0 ? 0 : Int32(min(rest + 1, 86_400_000))
    }

    package var isOver: Bool { SuspendingClock.now >= end }
  }
#endif
