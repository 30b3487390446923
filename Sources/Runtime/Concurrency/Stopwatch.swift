/// Measures the time since an event. Changes of the system's time don't affect it.
struct Stopwatch: Sendable {
  private let measure: @Sendable () -> Duration

  /// Starts the measurement.
  init(_ clock: any Clock<Duration>) {
    measure = Self.start(clock)
  }

  /// The time since the start.
  var elapsed: Duration { measure() }

  private static func start(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
