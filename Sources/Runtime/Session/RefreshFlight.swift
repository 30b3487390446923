/// The refreshes that are running: one for each purpose.
final class RefreshFlights: Sendable {
  /// The reason for a refresh. After another sign-in it is another one.
  struct Purpose: Sendable, Hashable {
    let generation: Int
    let wish: AudienceRequest?
  }

  private let running = Guarded<[Purpose: RefreshFlight]>([:])

  /// The refresh that is running for this purpose.
  subscript(_ purpose: Purpose) -> RefreshFlight? { running.withLock { $0[purpose] } }

  /// Adds a refresh, unless one is running for the purpose.
  ///
  /// - Returns: The refresh that is running.
  func add(_ new: RefreshFlight, for purpose: Purpose) -> RefreshFlight {
    running.withLock { running in
      if let other = running[purpose] { return other }
      running[purpose] = new
      return new
    }
  }

  /// Removes the refresh, and then gives its outcome to all who wait for it.
  func land(_ purpose: Purpose, _ outcome: RefreshFlight.Outcome) {
    let flight = running.withLock { $0.removeValue(forKey: purpose) }
    flight?.land(outcome)
  }
}

/// A refresh that is running, and its callers. They don't wait on an actor, where thousands would come back only to leave.
final class RefreshFlight: Sendable {
  typealias Outcome = Result<Session.Lease, StepFailure>

  /// The same object for all, so that thousands who wait need no room for it each.
  private final class Completion: Sendable {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
  }

  private struct State: Sendable {
    /// In the order of their coming; who is not there yet, or went away, has an empty place.
    var waiting: [CheckedContinuation<Completion, Never>?] = []
    var completion: Completion?
  }

  private let state = Guarded(State())

  /// What the refresh brings.
  ///
  /// - Throws: ``AuthFailure/cancelled`` at once when the caller is cancelled; the refresh goes on for the others.
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

  /// Tells all who wait, and all who come later.
  func land(_ outcome: Outcome) {
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
