/// Runs one sign-in at a time. A newer sign-in cancels the older one and waits until it has released its port.
actor LatestSignIn {
  /// How long a newer sign-in waits. An app's browser that ignores cancellation must not block the next sign-in.
  private static let patience = Duration.seconds(5)

  private let clock: any Clock<Duration>
  private var number = 0
  private var running: (number: Int, hasSteps: Bool, end: @Sendable () async -> Void)?

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Runs a sign-in.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    try await run(as: next(), hasSteps: false, work)
  }

  /// Returns the number of a new sign-in, for ``run(as:_:)``. Older ones can't continue.
  func next() -> Int {
    number += 1
    return number
  }

  /// Ends the sign-ins that have steps, so that an older sign-in can't undo a sign-out. Their next steps can't run. A
  /// running step is canceled, and the call waits up to ``patience`` for its end.
  func endSteps() async {
    number += 1
    guard let running, running.hasSteps else { return }
    await Self.wait(for: running.end, clock)
  }

  /// Runs a part of a sign-in.
  ///
  /// - Parameter hasSteps: Whether the sign-in consists of several parts.
  /// - Throws: ``AuthFailure/cancelled`` if a newer sign-in has started since, or ``endSteps()`` was called.
  func run<Value: Sendable>(
    as mine: Int, hasSteps: Bool = true, _ work: @escaping @Sendable () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    guard mine == number else { throw .cancelled }
    let (older, clock) = (running, clock)
    let task = Task { () async -> Result<Value, StepFailure> in
      if let older { await Self.wait(for: older.end, clock) }
      guard !Task.isCancelled else { return .failure(.cancelled) }
      do throws(StepFailure) { return .success(try await work()) } catch { return .failure(error) }
    }
    let end: @Sendable () async -> Void = {
      task.cancel()
      _ = await task.value
    }
    running = (mine, hasSteps, end)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if running?.number == mine { running = nil }
    return try result.get()
  }

  /// Waits for the end, up to the limit. It waits even if this sign-in is canceled, because the next one needs the port too.
  private static func wait(for end: @escaping @Sendable () async -> Void, _ clock: any Clock<Duration>) async {
    let (either, signal) = AsyncStream.makeStream(of: Never.self)
    let ending = Task {
      await end()
      signal.finish()
    }
    let limit = Task {
      try? await clock.sleep(for: patience)
      signal.finish()
    }
    await Task { for await _ in either {} }.value
    limit.cancel()
    ending.cancel()
  }
}
