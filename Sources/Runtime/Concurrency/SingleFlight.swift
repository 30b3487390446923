/// Does a piece of work once for all who ask for it while it runs.
///
/// Whoever is cancelled stops waiting at once; the work goes on for the others. It ends when nobody waits any more.
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
    // Whoever was cancelled before has left already, unheard.
    guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
    waiting[caller] = continuation
    guard running == nil else { return }
    // A task of its own: a caller that is cancelled must not cancel the others.
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

  /// Work that nobody waited for any more is not the answer to who came later.
  private func finish(_ number: Int, _ outcome: Outcome) {
    guard running?.number == number else { return }
    running = nil
    let callers = waiting
    waiting = [:]
    for continuation in callers.values { continuation.resume(returning: outcome) }
  }
}
