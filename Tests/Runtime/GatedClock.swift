import TestSupport

/// A clock on which every sleep lasts until a test opens the gate, or its own task is cancelled.
struct GatedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  /// Who sleeps; `nil` once the gate is open. Each has a stream of its own: whoever is cancelled ends that one alone.
  private let sleepers = Locked<[AsyncStream<Void>.Continuation]?>([])

  /// Lets the time pass.
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
