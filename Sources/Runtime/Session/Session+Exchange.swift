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
    /// What the store has now.
    let kept: Kept
    let lock: StoreLock
  }

  func exchange(_ old: Credential, _ attempt: Attempt) async throws(ExchangeFailure) -> Renewal.Fresh {
    let (renewal, wish) = (attempt.refresh.renewal, attempt.refresh.need.wish)
    do throws(StepFailure) {
      return try await renewal.exchange(old, wish)
    } catch .network(.interrupted(let host), let endpoint) {
      let lost = StepFailure.network(.interrupted(host: host), endpoint: endpoint)
      // A server that has exchanged the token takes it once more within its overlap, and that is short.
      try? await clock.sleep(for: RetryingTransport.pause(1))
      guard await attempt.lock.extend() else { throw ExchangeFailure(lost, refusals: renewal.refusals) }
      do throws(StepFailure) {
        return try await renewal.exchange(old, wish)
      } catch {
        throw ExchangeFailure.afterLostAnswer(error, refusals: renewal.refusals)
      }
    } catch {
      throw ExchangeFailure(error, refusals: renewal.refusals)
    }
  }

  /// What is left of the session when the token was not exchanged.
  ///
  /// - Returns: `nil` when it has to begin anew, for another process has come between.
  func settle(_ failed: ExchangeFailure, _ attempt: Attempt) async throws(StepFailure) -> Credential? {
    let (refresh, old, begun) = (attempt.refresh, attempt.old, attempt.begun)
    try check(refresh.generation)
    switch failed.meaning {
    case .unknown:
      // The next one asks after the answer at once: an overlap is short.
      lastAttempt = nil
      throw failed.failure
    case .unchanged:
      await takeBack(attempt)
      throw failed.failure
    case .refused(let error):
      let (stored, kept) = try await reread(ifStill: refresh.generation)
      if refresh.renewal.token(stored) != refresh.renewal.token(begun) {
        return isEnough(stored, for: refresh) ? stored : nil
      }
      guard await attempt.lock.extend() else { return nil }
      if let saved = try await savedByPrevious(attempt) { return saved }
      if let other = try await end(expecting: kept, ifStill: refresh.generation) {
        return isEnough(other, for: refresh) ? other : nil
      }
      let lost = failed.followsLostAnswer ? begun.unansweredRefresh : old.unansweredRefresh
      throw .session(
        .ended(SessionEnd(error: error, unansweredRefresh: lost, hadPreviousToken: old.superseded != nil)))
    }
  }

  /// The intent speaks of nothing any more. Where it cannot be taken back, the next refresh begins a little early.
  private func takeBack(_ attempt: Attempt) async {
    let (old, begun) = (attempt.old, attempt.begun)
    // Another process may have taken over, and have an intent of its own.
    guard begun != old, await attempt.lock.extend(), credential == begun else { return }
    credential = old
    _ = await write(old, expecting: attempt.kept)
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
      fresh = try await exchange(earlier, attempt)
    } catch {
      if case .refused = error.meaning { return nil }
      throw error.failure
    }
    return try await taken(fresh, after: begun, attempt)
  }
}
