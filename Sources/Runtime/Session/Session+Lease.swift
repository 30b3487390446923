import Foundation

extension Session {
  /// A refresh that nobody needs yet is not tried more often than this: one that asks after a lost answer, after the first time,
  /// and one that the provider advises.
  private static let pause: TimeInterval = 10

  /// A credential whose access token is good for as long as it is needed, renewed if need be.
  func valid(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    _ = try await current()
    if isUnsaved { try await saveAgain() }
    try await checkExpiration()
    guard let credential else { throw .notSignedIn }
    let lease = Lease(credential: credential, generation: generation)
    guard credential.token(for: need.wish)?.isGood(for: need.duration, at: now()) == true else {
      return try await renewed(lease, need, by: renewal())
    }
    guard isAttemptDue(for: credential, need), let renewal = renewal(), renewal.token(credential) != nil else {
      return lease
    }
    lastAttempt = now()
    do throws(StepFailure) {
      return try await renewed(lease, need, by: renewal)
    } catch {
      // The token that there is is good all the same, unless this was the end of the session or the caller has to know.
      guard generation == lease.generation, !error.bringsNews else { throw error }
      lastAttempt = now()
      return lease
    }
  }

  /// Ends a session that has lasted for as long as the provider allows.
  private func checkExpiration() async throws(StepFailure) {
    guard let end = credential?.sessionExpiresAt, end <= now() else { return }
    if try await self.end(expecting: kept, ifStill: generation) == nil { throw .session(.expired(end)) }
  }

  /// Whether a refresh is tried though the token is good: an answer was lost, or the provider advises it.
  private func isAttemptDue(for credential: Credential, _ need: TokenNeed) -> Bool {
    // Whoever has a good token does not wait for a refresh that runs.
    guard !isRefreshing else { return false }
    let isEarly = credential.token(for: need.wish)?.isGood(for: need.early, at: now()) == false
    guard credential.unansweredRefresh != nil || isEarly else { return false }
    // A clock that was set back must not postpone it.
    return lastAttempt.map { abs(now().timeIntervalSince($0)) > Self.pause } ?? true
  }

  /// A credential with a newer token than the lease has, of the same sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` when somebody else has signed in since: a request of one user must not go out
  ///   with the token of another.
  func renewed(
    _ lease: Lease, _ need: TokenNeed = TokenNeed(), by renewal: Renewal?
  ) async throws(StepFailure) -> Lease {
    guard let credential = try await current() else { throw .notSignedIn }
    guard generation == lease.generation else { throw .cancelled }
    let known = lease.credential.token(for: need.wish)?.token
    if let newer = credential.token(for: need.wish), newer.token != known {
      return Lease(credential: credential, generation: generation)
    }
    return Lease(credential: try await refreshed(need, by: renewal), generation: lease.generation)
  }

  /// A fresh credential. Callers that come while a refresh runs share it.
  func refreshed(_ need: TokenNeed = TokenNeed(), by renewal: Renewal?) async throws(StepFailure) -> Credential {
    _ = try await current()
    try await checkExpiration()
    guard let credential, let renewal, renewal.token(credential) != nil else {
      throw .notSignedIn
    }
    let refresh = Refresh(
      renewal: renewal, known: credential.token(for: need.wish)?.token, need: need, generation: generation)
    let observer = observer
    return try await flight(for: need.wish).value { () async throws(StepFailure) in
      try await observer.observe(.refresh) { () async throws(StepFailure) in
        try await self.inTurn(refresh).value.get()
      }
    }
  }

  /// A refresh must not be left half done, even when nobody waits for it any more.
  private func flight(for wish: AudienceWish?) -> SingleFlight<Credential> {
    if flights.generation != generation { flights = Flights(generation: generation) }
    if let running = flights.running[wish] { return running }
    let new = SingleFlight<Credential>(mustFinish: true)
    flights.running[wish] = new
    return new
  }

  private func inTurn(_ refresh: Refresh) -> Task<Result<Credential, StepFailure>, Never> {
    refreshes.next { () async throws(StepFailure) in try await self.perform(refresh) }
  }
}

extension AuthFailure {
  /// Whether a caller has to hear of it though its token is good: new tokens came, and are in danger or in doubt.
  fileprivate var bringsNews: Bool {
    switch self {
    case .session(.unsaved), .idToken: true
    default: false
    }
  }
}
