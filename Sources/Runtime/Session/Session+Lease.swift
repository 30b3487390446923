import Foundation

extension Session {
  /// A lost answer is asked after at once, for the server's overlap is short; after that not more often than this while the
  /// access token is good.
  private static let recoveryPause: TimeInterval = 10

  /// A credential whose access token is good for at least the given time, renewed if need be.
  func valid(for duration: Duration, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    _ = try await current()
    if isUnsaved { try await saveAgain() }
    try await checkExpiration()
    guard let credential else { throw .notSignedIn }
    let lease = Lease(credential: credential, generation: generation)
    guard credential.isGood(for: duration, at: now()) else {
      return try await renewed(lease, for: duration, by: renewal())
    }
    guard isRecoveryDue(for: credential), let renewal = renewal() else { return lease }
    do throws(StepFailure) {
      return try await renewed(lease, for: duration, by: renewal)
    } catch {
      // The token that there is is good all the same, unless this was the end of the session.
      guard generation == lease.generation else { throw error }
      recoveryTried = now()
      return lease
    }
  }

  /// Ends a session that has lasted for as long as the provider allows.
  private func checkExpiration() async throws(StepFailure) {
    guard let end = credential?.sessionExpiresAt, end <= now() else { return }
    if try await self.end(ifStill: generation) == nil { throw .session(.expired(end)) }
  }

  private func isRecoveryDue(for credential: Credential) -> Bool {
    guard credential.unansweredRefresh != nil else { return false }
    guard let recoveryTried else { return true }
    // A clock that was set back must not postpone it.
    return abs(now().timeIntervalSince(recoveryTried)) > Self.recoveryPause
  }

  /// A credential that is newer than the given one and belongs to the same sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` when somebody else has signed in since: a request of one user must not go out
  ///   with the token of another.
  func renewed(
    _ lease: Lease, for duration: Duration = .seconds(60), by renewal: Renewal?
  ) async throws(StepFailure) -> Lease {
    guard let credential = try await current() else { throw .notSignedIn }
    guard generation == lease.generation else { throw .cancelled }
    if credential.accessToken != lease.credential.accessToken {
      return Lease(credential: credential, generation: generation)
    }
    return Lease(credential: try await refreshed(for: duration, by: renewal), generation: lease.generation)
  }

  /// A fresh credential. Callers that come while a refresh runs share it.
  ///
  /// - Parameter duration: For how long a token that another process has brought meanwhile must be good to be enough.
  func refreshed(for duration: Duration = .seconds(60), by renewal: Renewal?) async throws(StepFailure) -> Credential {
    _ = try await current()
    try await checkExpiration()
    guard let credential, let renewal, renewal.token(credential) != nil else {
      throw .notSignedIn
    }
    if refreshing.generation != generation { refreshing = (generation, SingleFlight(mustFinish: true)) }
    let refresh = Refresh(
      renewal: renewal, known: credential.accessToken, duration: duration, generation: generation)
    let observer = observer
    return try await refreshing.flight.value { () async throws(StepFailure) in
      try await observer.observe(.refresh) { () async throws(StepFailure) in try await self.perform(refresh) }
    }
  }
}
