import Foundation

/// The exchange of a token, and what its failures mean for the session.
extension Session {
  /// Within this time after a rotation the token before it is tried when the new one is refused. Servers with an overlap have
  /// seconds of it.
  static let longestOverlap: TimeInterval = 60

  /// What a refresh has done until the token was sent.
  struct Attempt: Sendable {
    let refresh: Refresh
    /// As the store had it.
    let old: Credential
    /// With the intent.
    let begun: Credential
    let lock: (any CredentialLock)?
  }

  func exchange(
    _ old: Credential, _ renewal: Renewal, _ lock: (any CredentialLock)?
  ) async throws(ExchangeFailure) -> Renewal.Fresh {
    do throws(StepFailure) {
      return try await renewal.exchange(old)
    } catch .network(.interrupted(let host)) {
      // A server that has exchanged the token takes it once more within its overlap, and that is short.
      try? await clock.sleep(for: RetryingTransport.pause(1))
      guard lock?.extend() ?? true else { throw ExchangeFailure(.network(.interrupted(host: host))) }
      do throws(StepFailure) {
        return try await renewal.exchange(old)
      } catch {
        throw ExchangeFailure.afterLostAnswer(error)
      }
    } catch {
      throw ExchangeFailure(error)
    }
  }

  /// What is left of the session when the token was not exchanged.
  ///
  /// - Returns: `nil` when it has to begin anew, for another process has come between.
  func settle(_ failed: ExchangeFailure, _ attempt: Attempt) async throws(StepFailure) -> Credential? {
    let (refresh, old, begun) = (attempt.refresh, attempt.old, attempt.begun)
    guard generation == refresh.generation else { throw failed.failure }
    switch failed.meaning {
    case .unknown:
      // The next one asks after the answer at once: an overlap is short.
      recoveryTried = nil
      throw failed.failure
    case .unchanged:
      await takeBack(begun, old)
      throw failed.failure
    case .refused(let error):
      let stored = try await reread(ifStill: refresh.generation)
      if refresh.renewal.token(stored) != refresh.renewal.token(begun) { return stored }
      guard attempt.lock?.extend() ?? true else { return nil }
      if let saved = try await savedByPrevious(attempt) { return saved }
      if let other = try await end(ifStill: refresh.generation) { return other }
      let lost = failed.followsLostAnswer ? begun.unansweredRefresh : old.unansweredRefresh
      throw .session(
        .ended(SessionEnd(error: error, unansweredRefresh: lost, hadPreviousToken: old.superseded != nil)))
    }
  }

  /// The intent speaks of nothing any more. Where it cannot be taken back, the next refresh begins a little early.
  private func takeBack(_ begun: Credential, _ old: Credential) async {
    guard begun != old, credential == begun else { return }
    credential = old
    _ = try? await write(old, ifUnchanged: true)
  }

  /// New tokens for the token before the last rotation, where the new one never became good at the server.
  private func savedByPrevious(_ attempt: Attempt) async throws(StepFailure) -> Credential? {
    let begun = attempt.begun
    guard let previous = begun.superseded, abs(now().timeIntervalSince(previous.date)) < Self.longestOverlap else {
      return nil
    }
    var earlier = begun
    earlier.refreshToken = previous.refreshToken
    let fresh: Renewal.Fresh
    do throws(ExchangeFailure) {
      fresh = try await exchange(earlier, attempt.refresh.renewal, attempt.lock)
    } catch {
      if case .refused = error.meaning { return nil }
      throw error.failure
    }
    return try await taken(fresh, after: begun, attempt.refresh)
  }
}
