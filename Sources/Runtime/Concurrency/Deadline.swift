#if os(Linux) || Loopback
  /// Until when something may take.
  struct Deadline: Sendable {
    private let end: SuspendingClock.Instant

    /// - Parameter time: From now. A machine that sleeps meanwhile does not use it up.
    init(in time: Duration) {
      end = SuspendingClock.now + time
    }

    /// What is left, rounded up: `poll` with zero does not wait at all.
    var milliseconds: Int32 {
      let rest = (end - SuspendingClock.now).seconds
      return rest <= 0 ? 0 : Int32(min(rest * 1000 + 1, 86_400_000))
    }

    var isOver: Bool { SuspendingClock.now >= end }
  }
#endif
