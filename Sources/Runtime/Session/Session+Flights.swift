/// One refresh for all who ask while it runs.
extension Session {
  /// What a refresh that runs is for. After another sign-in it is another one.
  struct Purpose: Hashable {
    let generation: Int
    let wish: AudienceWish?
  }

  /// The refresh that runs for this, or one that begins now.
  func flight(
    _ need: TokenNeed, by renewal: @Sendable () -> Renewal?
  ) async throws(StepFailure) -> RefreshFlight {
    _ = try await current()
    try await checkExpiration()
    guard let lease = currentLease() else { throw .notSignedIn }
    let purpose = Purpose(generation: generation, wish: need.wish)
    if let running = flights[purpose] { return running }
    guard let renewal = renewal(), renewal.token(lease.credential) != nil else { throw .notSignedIn }
    let known = lease.credential.token(for: need.wish)?.token
    let refresh = Refresh(renewal: renewal, known: known, need: need, generation: generation)
    let new = RefreshFlight()
    flights[purpose] = new
    // A task of its own: a refresh must not be left half done, even when nobody waits for it any more.
    Task {
      let outcome = await outcome(of: refresh)
      flights[purpose] = nil
      new.land(outcome)
    }
    return new
  }

  private nonisolated func outcome(of refresh: Refresh) async -> RefreshFlight.Outcome {
    do throws(StepFailure) {
      let credential = try await observer.observe(.refresh) { () async throws(StepFailure) in
        try await self.inTurn(refresh).value.get()
      }
      return .success(Lease(credential, refresh.generation))
    } catch {
      return .failure(error)
    }
  }

  private func inTurn(_ refresh: Refresh) -> Task<Result<Credential, StepFailure>, Never> {
    refreshes.next { () async throws(StepFailure) in try await self.perform(refresh) }
  }
}

/// A refresh that runs, and who waits for it: not on the session's actor, to which thousands would come back only to leave.
final class RefreshFlight: Sendable {
  typealias Outcome = Result<Session.Lease, StepFailure>

  private struct State: Sendable {
    /// In the order of their coming; who is not there yet, or went away, has an empty place.
    var waiting: [CheckedContinuation<Outcome, Never>?] = []
    var outcome: Outcome?
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
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(place, continuation) }
    } onCancel: {
      leave(place)
    }
    return try outcome.get()
  }

  /// Tells all who wait, and all who come later.
  func land(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    for caller in waiting { caller?.resume(returning: outcome) }
  }

  private func join(_ place: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
    let isCancelled = Task.isCancelled
    let known: Outcome? = state.withLock { state in
      if let outcome = state.outcome { return outcome }
      if isCancelled { return .failure(.cancelled) }
      state.waiting[place] = continuation
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  private func leave(_ place: Int) {
    let caller = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard state.waiting.indices.contains(place) else { return nil }
      defer { state.waiting[place] = nil }
      return state.waiting[place]
    }
    caller?.resume(returning: .failure(.cancelled))
  }
}
