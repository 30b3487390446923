/// The running refreshes, one for each purpose.
final class RunningRefreshes: Sendable {
  /// The reason for a refresh. Another sign-in makes it a different one.
  struct Purpose: Sendable, Hashable {
    let generation: Int
    let derivedRequest: DerivedTokenRequest?
  }

  private let running = Guarded<[Purpose: RunningRefresh]>([:])

  /// The running refresh for this purpose.
  subscript(_ purpose: Purpose) -> RunningRefresh? { running.withLock { $0[purpose] } }

  /// Adds a refresh, unless one is already running for the purpose.
  ///
  /// - Returns: The refresh that is running.
  func add(_ new: RunningRefresh, for purpose: Purpose) -> RunningRefresh {
    running.withLock { running in
      if let other = running[purpose] { return other }
      running[purpose] = new
      return new
    }
  }

  /// Removes the refresh, and passes its outcome to all waiting callers.
  func complete(_ purpose: Purpose, _ outcome: RunningRefresh.Outcome) {
    let refresh = running.withLock { $0.removeValue(forKey: purpose) }
    refresh?.complete(outcome)
  }
}

/// A running refresh and its callers. They don't wait on an actor, because thousands would return to it only to leave
/// again.
final class RunningRefresh: Sendable {
  typealias Outcome = Result<Session.Lease, StepFailure>

  /// An object that all callers share, so that waiting needs little memory for each.
  private final class Completion: Sendable {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
  }

  private struct State: Sendable {
    /// The callers in the order of their arrival. An entry is `nil` before the caller waits and after it has left.
    var waiting: [CheckedContinuation<Completion, Never>?] = []
    var completion: Completion?
  }

  private let state = Guarded(State())

  /// Waits for the outcome of the refresh.
  ///
  /// - Throws: ``AuthFailure/cancelled`` immediately if the caller's task is canceled. The refresh continues for the
  ///   other callers.
  func value() async throws(StepFailure) -> Session.Lease {
    let place = state.withLock { state in
      state.waiting.append(nil)
      return state.waiting.count - 1
    }
    let completion = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(place, continuation) }
    } onCancel: {
      leave(place)
    }
    return try completion.outcome.get()
  }

  /// Passes the outcome to all waiting callers, and to all later ones.
  func complete(_ outcome: Outcome) {
    let completion = Completion(outcome)
    let waiting = state.withLock { state in
      state.completion = completion
      defer { state.waiting = [] }
      return state.waiting
    }
    for caller in waiting { caller?.resume(returning: completion) }
  }

  private func join(_ place: Int, _ continuation: CheckedContinuation<Completion, Never>) {
    let isCancelled = Task.isCancelled
    let known: Completion? = state.withLock { state in
      if let completion = state.completion { return completion }
      if isCancelled { return Completion(.failure(.cancelled)) }
      state.waiting[place] = continuation
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  private func leave(_ place: Int) {
    let caller = state.withLock { state -> CheckedContinuation<Completion, Never>? in
      guard state.waiting.indices.contains(place) else { return nil }
      defer { state.waiting[place] = nil }
      return state.waiting[place]
    }
    caller?.resume(returning: Completion(.failure(.cancelled)))
  }
}
