import Foundation

extension Session {
  /// A refresh that nobody needs yet is not tried more often than this: one that asks after a lost answer, after the first time,
  /// and one that the provider advises.
  private static let pause: TimeInterval = 10

  /// A credential whose access token is good for as long as it is needed, renewed if need be.
  nonisolated func valid(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    switch try await offer(need, by: renewal) {
    case .lease(let lease): return lease
    case .refresh(let flight, instead: nil): return try await flight.value()
    case .refresh(let flight, instead: let lease?):
      do throws(StepFailure) { return try await flight.value() } catch {
        return try await self.lease(lease, after: error)
      }
    }
  }

  /// A credential with a newer token than the lease has, of the same sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` when somebody else has signed in since: a request of one user must not go out
  ///   with the token of another.
  nonisolated func renewed(
    _ lease: Lease, _ need: TokenNeed = TokenNeed(), by renewal: @Sendable () -> Renewal?
  ) async throws(StepFailure) -> Lease {
    switch try await offer(need, newerThan: lease, by: renewal) {
    case .lease(let lease): return lease
    case .refresh(let flight, _): return try await flight.value()
    }
  }

  /// A fresh credential.
  nonisolated func refreshed(by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    try await flight(TokenNeed(), by: renewal).value()
  }

  /// What there is for a caller, or what is to be waited for, away from this actor.
  private enum Offer: Sendable {
    case lease(Lease)
    /// With a lease that is good instead, where nobody needs the refresh yet.
    case refresh(RefreshFlight, instead: Lease?)
  }

  private func offer(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Offer {
    _ = try await current()
    if isUnsaved { try await saveAgain() }
    try await checkExpiration()
    guard let lease = currentLease() else { throw .notSignedIn }
    guard lease.credential.token(for: need.wish)?.isGood(for: need.duration, at: now()) == true else {
      return .refresh(try await flight(need, by: renewal), instead: nil)
    }
    guard isAttemptDue(for: lease.credential, need), renewal()?.token(lease.credential) != nil else {
      return .lease(lease)
    }
    lastAttempt = now()
    return .refresh(try await flight(need, by: renewal), instead: lease)
  }

  private func offer(
    _ need: TokenNeed, newerThan lease: Lease, by renewal: @Sendable () -> Renewal?
  ) async throws(StepFailure) -> Offer {
    _ = try await current()
    guard let current = currentLease() else { throw .notSignedIn }
    guard generation == lease.generation else { throw .cancelled }
    let known = lease.credential.token(for: need.wish)?.token
    if let newer = current.credential.token(for: need.wish), newer.token != known { return .lease(current) }
    return .refresh(try await flight(need, by: renewal), instead: nil)
  }

  /// The token that there is is good all the same, unless this was the end of the session or the caller has to know.
  private func lease(_ lease: Lease, after failure: StepFailure) throws(StepFailure) -> Lease {
    guard generation == lease.generation, !failure.bringsNews else { throw failure }
    lastAttempt = now()
    return lease
  }

  /// Ends a session that has lasted for as long as the provider allows.
  func checkExpiration() async throws(StepFailure) {
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
