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
    guard let lease = currentLease(), let flight = flight(lease, need, by: renewal) else { throw .notSignedIn }
    return flight
  }

  /// The refresh that runs for this, or one that begins now; `nil` when there is nothing to renew the credential with.
  nonisolated func flight(_ lease: Lease, _ need: TokenNeed, by renewal: @Sendable () -> Renewal?) -> RefreshFlight? {
    let purpose = Purpose(generation: lease.generation, wish: need.wish)
    if let running = atHand.withLock({ $0.flights[purpose] }) { return running }
    guard let renewal = renewal(), renewal.token(lease.credential) != nil else { return nil }
    let new = RefreshFlight()
    let flight = atHand.withLock { atHand in
      if let other = atHand.flights[purpose] { return other }
      atHand.flights[purpose] = new
      return new
    }
    guard flight === new else { return flight }
    let known = lease.credential.token(for: need.wish)?.token
    let refresh = Refresh(renewal: renewal, known: known, need: need, generation: lease.generation, date: now())
    // A task of its own: a refresh must not be left half done, even when nobody waits for it any more.
    Task {
      let outcome = await activity.run { await self.outcome(of: refresh) }
      atHand.withLock { $0.flights[purpose] = nil }
      new.land(outcome)
    }
    return new
  }

  private nonisolated func outcome(of refresh: Refresh) async -> RefreshFlight.Outcome {
    do throws(StepFailure) {
      let credential = try await observer.observe(.refresh) { () async throws(StepFailure) in
        let turn = await self.inTurn(refresh)
        return try await withTaskCancellationHandler {
          await turn.value
        } onCancel: {
          turn.cancel()
        }.get()
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

  /// The same object for all, so that thousands who wait need no room for it each.
  private final class Landing: Sendable {
    let outcome: Outcome

    init(_ outcome: Outcome) { self.outcome = outcome }
  }

  private struct State: Sendable {
    /// In the order of their coming; who is not there yet, or went away, has an empty place.
    var waiting: [CheckedContinuation<Landing, Never>?] = []
    var landing: Landing?
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
    let landing = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(place, continuation) }
    } onCancel: {
      leave(place)
    }
    return try landing.outcome.get()
  }

  /// Tells all who wait, and all who come later.
  func land(_ outcome: Outcome) {
    let landing = Landing(outcome)
    let waiting = state.withLock { state in
      state.landing = landing
      defer { state.waiting = [] }
      return state.waiting
    }
    for caller in waiting { caller?.resume(returning: landing) }
  }

  private func join(_ place: Int, _ continuation: CheckedContinuation<Landing, Never>) {
    let isCancelled = Task.isCancelled
    let known: Landing? = state.withLock { state in
      if let landing = state.landing { return landing }
      if isCancelled { return Landing(.failure(.cancelled)) }
      state.waiting[place] = continuation
      return nil
    }
    if let known { continuation.resume(returning: known) }
  }

  private func leave(_ place: Int) {
    let caller = state.withLock { state -> CheckedContinuation<Landing, Never>? in
      guard state.waiting.indices.contains(place) else { return nil }
      defer { state.waiting[place] = nil }
      return state.waiting[place]
    }
    caller?.resume(returning: Landing(.failure(.cancelled)))
  }
}
