import Foundation

/// Renews the credential of a session, so that neither a crash nor another process loses it.
///
/// A refresh has these steps. The text in italics is the state that the next process finds if this one ends after the
/// step:
///
/// 1. Take the store's lock, so that no other process refreshes. *The lock is free, and nothing has changed.*
/// 2. Read the store again, and adopt changes of other processes. *Nothing has changed.*
/// 3. Store the intent (``Credential/unconfirmedRefresh``). *The intent: a response may be lost, although no request was sent.*
/// 4. Exchange the token. If the request is interrupted, exchange it again, because the server may accept it within an
///    overlap. *The intent and the old token. The next process exchanges that token again.*
/// 5. Store the new tokens before a caller uses them, with the old refresh token, until the new one has worked. If the store isn't
///    available, repeat that for two seconds. *The new tokens, without the claims of the ID token.*
/// 6. Verify the new ID token, and store its claims. *Everything.*
///
/// At each step, the store may fail, the connection may break, and a sign-out or another sign-in may overtake the
/// refresh.
struct RefreshEngine: Sendable {
  /// The number of attempts, in case another process changes the credential in the middle of each.
  private static let attempts = 3
  /// The time in seconds after a rotation during which the engine tries the previous token if the server rejects the
  /// new one. Servers that allow an overlap limit it to seconds.
  private static let maximumOverlap: TimeInterval = 60

  let record: SessionRecord
  let store: SessionStore
  private let early: EarlyRefreshes
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  /// Refreshes run one after the other, because each may invalidate the token of the previous one.
  let turns = TaskQueue()

  init(
    record: SessionRecord, store: SessionStore, early: EarlyRefreshes, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    (self.record, self.store, self.early, self.clock, self.now) = (record, store, early, clock, now)
  }

  /// Runs the refresh after all earlier ones.
  func run(_ refresh: Refresh) async throws(StepFailure) -> Credential {
    let turn = turns.add { () async throws(StepFailure) in try await perform(refresh) }
    return try await withTaskCancellationHandler {
      await turn.value
    } onCancel: {
      turn.cancel()
    }.get()
  }

  private func perform(_ refresh: Refresh) async throws(StepFailure) -> Credential {
    // A caller that arrives when a refresh is about to end gets its result.
    if let known = await record.credential(of: refresh.generation), isDone(refresh, by: known) { return known }
    early.setRefreshing(true)
    let result: Result<Credential, StepFailure>
    do throws(StepFailure) { result = .success(try await repeated(refresh)) } catch { result = .failure(error) }
    early.setRefreshing(false)
    await record.publish()
    return try result.get()
  }

  private func repeated(_ refresh: Refresh) async throws(StepFailure) -> Credential {
    // The start of an unconfirmed refresh, if an earlier attempt repeated it and the server rejected the token.
    var lost: Date?
    for _ in 0..<Self.attempts {
      let lock: StoreLock
      do { lock = try await store.lock(for: .refresh) } catch { throw .store(error) }
      let done = try await lock.whileHeld { lock throws(StepFailure) in
        let done = try await attempt(refresh, holding: lock, &lost)
        if done != nil { await record.announceRefresh(of: refresh.generation) }
        return done
      }
      if let done { return done }
    }
    throw .store(.unavailable("other processes changed the credential during each attempt"))
  }

  private func isDone(_ refresh: Refresh, by credential: Credential) -> Bool {
    refresh.isDone(by: credential, at: now())
  }
}

/// The steps. Each returns `nil` if the refresh has to start again because another process has changed the credential.
extension RefreshEngine {
  /// A refresh whose token is about to be sent.
  private struct Attempt: Sendable {
    let refresh: Refresh
    /// The credential that was in the store.
    let old: Credential
    /// The credential with the intent.
    let begun: Credential
    /// The current contents of the store.
    let stored: StoreContents
    let lock: StoreLock
  }

  private func attempt(
    _ refresh: Refresh, holding lock: StoreLock, _ lost: inout Date?
  ) async throws(StepFailure) -> Credential? {
    store.steps(.reread)
    let (old, stored) = try await record.reread(of: refresh.generation)
    if isDone(refresh, by: old) { return old }
    guard refresh.token(of: old) != nil else { throw .notSignedIn }
    try await prepare(old, refresh.renewal)
    guard await lock.extend(), let attempt = try await begin(refresh, old, stored, lock) else { return nil }
    let fresh: Renewal.Tokens
    do throws(ExchangeFailure) {
      // Another process may have sent the token while this one was suspended.
      guard await lock.extend() else { return nil }
      fresh = try await exchange(attempt.begun, attempt)
    } catch {
      return try await settle(error, attempt, &lost)
    }
    return try await keep(fresh, after: old, attempt)
  }

  /// Fetches what the exchange needs, such as the URL of the token endpoint. These requests aren't part of the
  /// exchange, so losing their responses does no harm.
  private func prepare(_ old: Credential, _ renewal: Renewal) async throws(StepFailure) {
    store.steps(.prepare)
    do throws(StepFailure) { try await renewal.prepare(old) } catch {
      throw ExchangeFailure(error, sessionEndingErrors: []).failure
    }
  }

  /// Saves the intent. If the store can't save it, it couldn't save the new tokens either, so no request is sent.
  private func begin(
    _ refresh: Refresh, _ old: Credential, _ stored: StoreContents, _ lock: StoreLock
  ) async throws(StepFailure) -> Attempt? {
    guard refresh.renewal.rotates else {
      return Attempt(refresh: refresh, old: old, begun: old, stored: stored, lock: lock)
    }
    var begun = old
    // Its own time, so that a process that stored an earlier intent doesn't withdraw this one.
    begun.unconfirmedRefresh = now().wholeSeconds
    store.steps(.keepIntent)
    guard try await record.keepIntent(begun, expecting: stored, of: refresh.generation) else { return nil }
    early.note(of: refresh.generation, at: now())
    return Attempt(refresh: refresh, old: old, begun: begun, stored: .known(begun), lock: lock)
  }

  private func exchange(_ old: Credential, _ attempt: Attempt) async throws(ExchangeFailure) -> Renewal.Tokens {
    try await attempt.refresh.renewal.exchanged(
      old, attempt.refresh.requirement.derivedRequest, holding: attempt.lock, clock: clock)
  }

  /// Stores new tokens, unless another process has come first, and then verifies the ID token.
  private func keep(
    _ fresh: Renewal.Tokens, after old: Credential, _ attempt: Attempt
  ) async throws(StepFailure) -> Credential? {
    let refresh = attempt.refresh
    store.steps(.keepTokens)
    do throws(StepFailure) {
      let other = try await record.keepTokens(
        fresh.credential, expecting: attempt.stored, of: refresh.generation)
      if let other { return isDone(refresh, by: other) ? other : nil }
    } catch {
      // After a sign-out, here or in another process, no session owns these tokens, but a thief could still use them.
      if await !record.isCurrent(refresh.generation) {
        store.steps(.discard)
        await refresh.renewal.discard(fresh.credential)
      }
      throw error
    }
    return try await verify(fresh, old, refresh)
  }

  private func verify(
    _ fresh: Renewal.Tokens, _ old: Credential, _ refresh: Refresh
  ) async throws(StepFailure) -> Credential? {
    guard fresh.idToken != nil else { return fresh.credential }
    store.steps(.verify)
    let new: Credential
    let stored = StoreContents.known(fresh.credential)
    do throws(StepFailure) {
      new = try await refresh.renewal.verify(fresh, old)
    } catch {
      // Tokens of another user must not become this session.
      if case .idToken(let rejection) = error, rejection.concernsAnotherUser {
        store.steps(.end)
        if try await record.end(expecting: stored, of: refresh.generation) == nil {
          store.steps(.discard)
          await refresh.renewal.discard(fresh.credential)
        }
      }
      // The server's keys may be unavailable. The tokens are stored and valid.
      throw ExchangeFailure(error, sessionEndingErrors: []).failure
    }
    store.steps(.keepClaims)
    guard let other = try await record.keepDurably(new, expecting: stored, of: refresh.generation) else { return new }
    return isDone(refresh, by: other) ? other : nil
  }
}

/// Handles a token that wasn't exchanged.
extension RefreshEngine {
  private func settle(
    _ failed: ExchangeFailure, _ attempt: Attempt, _ lost: inout Date?
  ) async throws(StepFailure) -> Credential? {
    let (refresh, old, begun) = (attempt.refresh, attempt.old, attempt.begun)
    try await record.check(refresh.generation)
    switch failed.tokenState {
    case .unknown:
      // The next refresh starts without a pause, because an overlap is short.
      early.forget()
      throw failed.failure
    case .unchanged:
      // If the intent can't be removed, the next refresh starts a little early.
      if begun != old {
        store.steps(.withdraw)
        await record.withdraw(begun, for: old, expecting: attempt.stored)
      }
      throw failed.failure
    case .rejected(let error):
      // The server may have ended the session because of this token, even if another process has stored newer ones since.
      lost = (failed.followsLostResponse ? begun.unconfirmedRefresh : old.unconfirmedRefresh) ?? lost
      store.steps(.reread)
      let (current, stored) = try await record.reread(of: refresh.generation)
      if refresh.token(of: current) != refresh.token(of: begun) { return isDone(refresh, by: current) ? current : nil }
      guard await attempt.lock.extend() else { return nil }
      if let saved = try await exchangePrevious(attempt) { return saved }
      store.steps(.end)
      if let other = try await record.end(expecting: stored, of: refresh.generation) {
        return isDone(refresh, by: other) ? other : nil
      }
      throw .session(
        .ended(SessionEnd(error: error, unconfirmedRefresh: lost, hadPreviousToken: old.superseded != nil)))
    }
  }

  /// Exchanges the token from before the last rotation, in case the server never activated the new one.
  private func exchangePrevious(_ attempt: Attempt) async throws(StepFailure) -> Credential? {
    let begun = attempt.begun
    guard let previous = begun.superseded, abs(now().timeIntervalSince(previous.date)) < Self.maximumOverlap else {
      return nil
    }
    var earlier = begun
    earlier.refreshToken = previous.refreshToken
    store.steps(.exchangePrevious)
    let fresh: Renewal.Tokens
    do throws(ExchangeFailure) {
      fresh = try await exchange(earlier, attempt)
    } catch {
      if case .rejected = error.tokenState { return nil }
      throw error.failure
    }
    return try await keep(fresh, after: begun, attempt)
  }
}
