#if os(Linux) || Loopback
  /// Until when something may take.
  package struct Deadline: Sendable {
    private let end: SuspendingClock.Instant

    /// - Parameter time: From now. A machine that sleeps meanwhile does not use it up.
    package init(in time: Duration) {
      end = SuspendingClock.now + time
    }

    /// What is left, rounded up: `poll` with zero does not wait at all.
    package var milliseconds: Int32 {
      let rest = (end - SuspendingClock.now) / .milliseconds(1)
      return rest <= 0 ? 0 : Int32(min(rest + 1, 86_400_000))
    }

    package var isOver: Bool { SuspendingClock.now >= end }
  }
#endif
