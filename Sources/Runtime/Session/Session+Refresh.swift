import Foundation

/// One refresh, as it was asked for.
struct Refresh: Sendable {
  let renewal: Renewal
  /// The access token that is not good enough.
  let known: Secret
  /// For how long the access token has to be good.
  let duration: Duration
  /// Which sign-in it belongs to.
  let generation: Int
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
    for _ in 0..<Self.attempts {
      let lock = try await refreshLock()
      defer { lock?.release() }
      if let done = try await perform(refresh, holding: lock) {
        watchers.tell(.refreshed)
        return done
      }
    }
    throw .store(.unavailable("other processes changed the credential again and again"))
  }

  private func refreshLock() async throws(StepFailure) -> (any CredentialLock)? {
    do { return try await store.lock(key, for: .refresh, clock: clock) } catch { throw .store(error) }
  }

  /// - Returns: `nil` when it has to begin anew, for another process has come between.
  private func perform(
    _ refresh: Refresh, holding lock: (any CredentialLock)?
  ) async throws(StepFailure) -> Credential? {
    let old = try await reread(ifStill: refresh.generation)
    if isEnough(old, for: refresh) { return old }
    guard refresh.renewal.token(old) != nil else { throw .notSignedIn }
    guard lock?.extend() ?? true, let begun = try await begin(old, refresh) else { return nil }
    let fresh: Renewal.Fresh
    do throws(ExchangeFailure) {
      // A process that was paused for long does not send what another one has sent meanwhile.
      guard lock?.extend() ?? true else { return nil }
      fresh = try await exchange(begun, refresh.renewal, lock)
    } catch {
      return try await settle(error, Attempt(refresh: refresh, old: old, begun: begun, lock: lock))
    }
    return try await taken(fresh, after: old, refresh)
  }

  private func isEnough(_ credential: Credential, for refresh: Refresh) -> Bool {
    credential.accessToken != refresh.known && credential.isGood(for: refresh.duration, at: now())
  }

  /// Makes the intent durable. Without that nothing is sent: a store that takes no intent would not take the new tokens.
  ///
  /// - Returns: `nil` when another process has changed the credential.
  private func begin(_ old: Credential, _ refresh: Refresh) async throws(StepFailure) -> Credential? {
    guard refresh.renewal.rotates else { return old }
    var begun = old
    begun.unansweredRefresh = old.unansweredRefresh ?? now().wholeSeconds
    try check(refresh.generation)
    let written: Written
    do throws(StoreFailure) { written = try await write(begun, ifUnchanged: true) } catch { throw .store(error) }
    try check(refresh.generation)
    guard case .done = written else { return nil }
    credential = begun
    // Whoever has a token that is good does not wait for this refresh.
    recoveryTried = now()
    return begun
  }

  /// Stores new tokens, unless another process has come first, and then verifies what came with them.
  func taken(
    _ fresh: Renewal.Fresh, after old: Credential, _ refresh: Refresh
  ) async throws(StepFailure) -> Credential {
    do throws(StepFailure) {
      if let other = try await keepDurably(fresh.credential, ifStill: refresh.generation) { return other }
    } catch {
      // After a sign-out, here or there, nobody wants these, and they would stay good for whoever gets hold of them.
      if case .notSignedIn = error { await refresh.renewal.discard(fresh.credential) }
      throw error
    }
    return try await verified(fresh, old, refresh)
  }

  private func verified(
    _ fresh: Renewal.Fresh, _ old: Credential, _ refresh: Refresh
  ) async throws(StepFailure) -> Credential {
    guard fresh.idToken != nil else { return fresh.credential }
    let new: Credential
    do throws(StepFailure) {
      new = try await refresh.renewal.verify(fresh, old)
    } catch {
      // Tokens of somebody else are nobody's session.
      if case .idToken(let rejection) = error, rejection.speaksOfOthers {
        _ = try await end(ifStill: refresh.generation)
      }
      // The server's keys may be out of reach. The tokens are kept, and good.
      throw ExchangeFailure(error).failure
    }
    return try await keepDurably(new, ifStill: refresh.generation) ?? new
  }

  /// Ends a session that is of no use any more. Where the store cannot forget it, the next process finds out the same.
  ///
  /// - Returns: What another process has put there instead; usually nothing.
  func end(ifStill started: Int) async throws(StepFailure) -> Credential? {
    try check(started)
    let written: Result<Written, StoreFailure>
    do throws(StoreFailure) {
      written = .success(try await write(nil, ifUnchanged: true))
    } catch {
      written = .failure(error)
    }
    try check(started)
    if case .success(.overtaken(let other)) = written { return try adopt(other) }
    if case .failure = written { isUnsaved = true } else { isUnsaved = false }
    (credential, generation) = (nil, generation + 1)
    watchers.tell(.needsSignIn)
    return nil
  }
}
