@testable import AuthRuntime

/// A clock whose sleeps continue until it's opened.
final class HeldClock: Clock {
  private struct State {
    var isOpen = false
    var sleepers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())
  private let sleeps = AsyncStream.makeStream(of: Void.self)

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  /// Waits until a task sleeps.
  func waitForSleep() async {
    for await _ in sleeps.stream { return }
  }

  /// Ends all sleeps. Later sleeps end immediately.
  func open() {
    let all = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.sleepers
    }
    for sleeper in all { sleeper.resume() }
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { sleeper in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.sleepers.append(sleeper) }
        return state.isOpen
      }
      sleeps.continuation.yield()
      if isOpen { sleeper.resume() }
    }
  }
}
