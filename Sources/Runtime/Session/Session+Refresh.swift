import Foundation

/// One refresh, as it was asked for.
struct Refresh: Sendable {
  let renewal: Renewal
  /// The access token that is not good enough, if there was one.
  let known: Secret?
  /// What the new one has to be.
  let need: TokenNeed
  /// Which sign-in it belongs to.
  let generation: Int
  /// The time at which it was asked for.
  let date: Date
}

/// The steps of a refresh. At each of them the process may be killed, the store may fail, the connection may break:
///
/// 1. the store's lock is taken, so that no other process refreshes;
/// 2. the store is read again: another process may have been quicker, and what it got is adopted;
/// 3. the intent is stored, so that a process that finds it knows that an answer may be lost;
/// 4. the token is exchanged; where the answer was lost, once more, for the server may have an overlap;
/// 5. the new tokens are stored before they are used, with the old refresh token, until the new one has worked;
/// 6. the new ID token is verified, and its claims are stored.
extension Session {
  /// How often a refresh begins anew because another process has come between.
  private static let attempts = 3

  func perform(_ refresh: Refresh) async throws(StepFailure) -> Credential {
    // Whoever asked when a refresh was about to end has what it brought.
    if let credential, generation == refresh.generation, isEnough(credential, for: refresh) { return credential }
    isRefreshing = true
    defer {
      isRefreshing = false
      putAtHand()
    }
    for _ in 0..<Self.attempts {
      let done = try await refreshLock().whileHeld { lock throws(StepFailure) in
        let done = try await perform(refresh, holding: lock)
        if done != nil { watchers.tell(.refreshed) }
        return done
      }
      if let done { return done }
    }
    throw .store(.unavailable("other processes changed the credential again and again"))
  }

  private func refreshLock() async throws(StepFailure) -> StoreLock {
    do { return StoreLock(try await store.lock(key, for: .refresh, clock: clock)) } catch { throw .store(error) }
  }

  /// - Returns: `nil` when it has to begin anew, for another process has come between.
  private func perform(
    _ refresh: Refresh, holding lock: StoreLock
  ) async throws(StepFailure) -> Credential? {
    let (old, kept) = try await reread(ifStill: refresh.generation)
    if isEnough(old, for: refresh) { return old }
    guard refresh.renewal.token(old) != nil else { throw .notSignedIn }
    try await prepare(old, refresh.renewal)
    guard await lock.extend(), let attempt = try await begin(refresh, old, kept, lock) else { return nil }
    let fresh: Renewal.Fresh
    do throws(ExchangeFailure) {
      // A process that was paused for long does not send what another one has sent meanwhile.
      guard await lock.extend() else { return nil }
      fresh = try await exchange(attempt.begun, attempt)
    } catch {
      return try await settle(error, attempt)
    }
    return try await taken(fresh, after: old, attempt)
  }

  /// What is asked before, such as where the token endpoint is, is no part of the exchange: losing that answer loses nothing.
  private func prepare(_ old: Credential, _ renewal: Renewal) async throws(StepFailure) {
    do throws(StepFailure) { try await renewal.prepare(old) } catch {
      throw ExchangeFailure(error, refusals: []).failure
    }
  }

  func isEnough(_ credential: Credential, for refresh: Refresh) -> Bool {
    guard let token = credential.token(for: refresh.need.wish) else { return false }
    guard token.token != refresh.known else { return false }
    // A token that another process refreshed meanwhile is as good as a new one, however short its lifetime is.
    return token.isGood(for: refresh.need.duration, at: now()) || token.isFresh(since: refresh.date, at: now())
  }

  /// Makes the intent durable. Without that nothing is sent: a store that takes no intent would not take the new tokens.
  ///
  /// - Returns: `nil` when another process has changed the credential.
  private func begin(
    _ refresh: Refresh, _ old: Credential, _ kept: Kept, _ lock: StoreLock
  ) async throws(StepFailure) -> Attempt? {
    guard refresh.renewal.rotates else {
      return Attempt(refresh: refresh, old: old, begun: old, kept: kept, lock: lock)
    }
    var begun = old
    begun.unansweredRefresh = old.unansweredRefresh ?? now().wholeSeconds
    switch try await write(begun, expecting: kept, ifStill: refresh.generation) {
    case .failure(let failure): throw .store(failure)
    case .success(.overtaken): return nil
    case .success(.done): break
    }
    // The store has what memory has.
    (credential, isUnsaved) = (begun, false)
    putAtHand()
    lastAttempt = now()
    return Attempt(refresh: refresh, old: old, begun: begun, kept: .known(begun), lock: lock)
  }

  /// Stores new tokens, unless another process has come first, and then verifies what came with them.
  ///
  /// - Returns: `nil` when it has to begin anew, for what another process has brought is not enough.
  func taken(
    _ fresh: Renewal.Fresh, after old: Credential, _ attempt: Attempt
  ) async throws(StepFailure) -> Credential? {
    let refresh = attempt.refresh
    do throws(StepFailure) {
      let other = try await keepDurably(fresh.credential, expecting: attempt.kept, ifStill: refresh.generation)
      if let other { return isEnough(other, for: refresh) ? other : nil }
    } catch {
      // After a sign-out, here or there, nobody wants these, and they would stay good for whoever gets hold of them.
      if generation != refresh.generation { await refresh.renewal.discard(fresh.credential) }
      throw error
    }
    return try await verified(fresh, old, refresh)
  }

  private func verified(
    _ fresh: Renewal.Fresh, _ old: Credential, _ refresh: Refresh
  ) async throws(StepFailure) -> Credential? {
    guard fresh.idToken != nil else { return fresh.credential }
    let (new, stored): (Credential, Kept)
    do throws(StepFailure) {
      (new, stored) = (try await refresh.renewal.verify(fresh, old), .known(fresh.credential))
    } catch {
      // Tokens of somebody else are nobody's session.
      if case .idToken(let rejection) = error, rejection.speaksOfOthers {
        _ = try await end(expecting: .known(fresh.credential), ifStill: refresh.generation)
      }
      // The server's keys may be out of reach. The tokens are kept, and good.
      throw ExchangeFailure(error, refusals: []).failure
    }
    guard let other = try await keepDurably(new, expecting: stored, ifStill: refresh.generation) else { return new }
    return isEnough(other, for: refresh) ? other : nil
  }
}
