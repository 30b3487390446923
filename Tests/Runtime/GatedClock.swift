/// A clock on which every sleep lasts until a test opens the gate. One for each wait: a sleep that is cancelled opens it.
struct GatedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let opened: AsyncStream<Void>
  private let gate: AsyncStream<Void>.Continuation

  init() {
    (opened, gate) = AsyncStream.makeStream(of: Void.self)
  }

  /// Lets the time pass.
  func open() {
    gate.finish()
  }

  var now: Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    for await _ in opened {}
    try Task.checkCancellation()
  }
}
