/// A clock on which every sleep lasts until a test opens the gate or cancels the sleeping task.
public struct GatedClock: Clock {
  public typealias Instant = ContinuousClock.Instant

  /// The sleeping tasks, or `nil` if the gate is open. Each has its own stream, so cancellation wakes one task only.
  private let sleepers = Locked<[AsyncStream<Void>.Continuation]?>([])

  public init() {}

  /// Wakes every sleeping task. Later sleeps end immediately.
  public func open() {
    let all = sleepers.withLock { sleepers in
      defer { sleepers = nil }
      return sleepers ?? []
    }
    for sleeper in all { sleeper.finish() }
  }

  /// Waits until a task sleeps.
  public func sleeper() async {
    await sleepers.wait { $0?.isEmpty != true }
  }

  public var now: Instant { .now }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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
