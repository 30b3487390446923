/// Runs a piece of work once for all callers that request it while it runs.
///
/// A caller that is canceled stops waiting immediately, and the work continues for the others. The work is canceled when no
/// caller is waiting.
actor SingleFlight<Value: Sendable> {
  private typealias Outcome = Result<Value, StepFailure>

  private var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
  private var running: (number: Int, task: Task<Void, Never>)?
  private var count = 0

  func value(
    _ work: @escaping @Sendable () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    count += 1
    let caller = count
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(caller, continuation, work) }
    } onCancel: {
      Task { await self.leave(caller) }
    }
    return try outcome.get()
  }

  private func join(
    _ caller: Int, _ continuation: CheckedContinuation<Outcome, Never>,
    _ work: @escaping @Sendable () async throws(StepFailure) -> Value
  ) {
    // `leave` ran before this caller was registered, so it had no effect.
    guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
    waiting[caller] = continuation
    guard running == nil else { return }
    // An unstructured task, because canceling one caller must not cancel the others.
    let task = Task {
      do throws(StepFailure) {
        self.finish(caller, .success(try await work()))
      } catch {
        self.finish(caller, .failure(error))
      }
    }
    running = (caller, task)
  }

  private func leave(_ caller: Int) {
    waiting.removeValue(forKey: caller)?.resume(returning: .failure(.cancelled))
    guard waiting.isEmpty, let running else { return }
    running.task.cancel()
    self.running = nil
  }

  /// Ends the current run. The result of an abandoned run is dropped: callers that came later wait for a newer one.
  private func finish(_ number: Int, _ outcome: Outcome) {
    guard running?.number == number else { return }
    running = nil
    let callers = waiting
    waiting = [:]
    for continuation in callers.values { continuation.resume(returning: outcome) }
  }
}
