import TestSupport

/// A clock on which every sleep lasts until a test opens the gate or cancels the sleeping task.
struct GatedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  /// The sleeping tasks, or `nil` if the gate is open. Each has its own stream, so cancellation wakes one task only.
  private let sleepers = Locked<[AsyncStream<Void>.Continuation]?>([])

  /// Wakes every sleeping task. Later sleeps end immediately.
  func open() {
    let all = sleepers.withLock { sleepers in
      defer { sleepers = nil }
      return sleepers ?? []
    }
    for sleeper in all { sleeper.finish() }
  }

  /// Waits until a task sleeps.
  func sleeper() async {
    await sleepers.wait { $0?.isEmpty != true }
  }

  var now: Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (opened, sleeper) = AsyncStream.makeStream(of: Void.self)
    let isOpen = sleepers.withLock { sleepers in
      sleepers?.append(sleeper)
      return sleepers == nil
    }
    if isOpen { sleeper.finish() }
    for await _ in opened {}
    try Task.checkCancellation()
  }
}
