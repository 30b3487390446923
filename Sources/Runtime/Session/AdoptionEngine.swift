import Foundation

/// Takes over the tokens of another library, so that neither a crash nor another process loses them.
///
/// The session's entry in the store stays as it is until the new session is complete. The steps before are kept in an entry of
/// their own, the journal. The text in italics is the state that the next process finds if this one ends after the step:
///
/// 1. Take the lock of the session's refreshes, so that no other process adopts or refreshes. *Nothing has changed.*
/// 2. Read the session's entry. If there is a session, it stays, and the journal is removed. *Nothing has changed.*
/// 3. Verify the other library's ID token, and fetch what the exchange needs. *Nothing has changed.*
/// 4. Store the intent in the journal. *The intent: a response may be lost.*
/// 5. Exchange the token. *The intent and the old token, which both libraries have. The next attempt exchanges it again.*
/// 6. Store the new tokens in the journal. *The new tokens. The next attempt continues with them.*
/// 7. Verify the new tokens, and identify the user. *The same.*
/// 8. Store the session, if the journal still exists and no other process has signed a user in. If the journal is missing afterward,
///    remove the session again. *The session, and a journal that is no longer needed.*
/// 9. Remove the journal. *Everything.*
///
/// A sign-out removes the journal, too. If an adoption then doesn't find its journal, and still has the lock, it revokes the new
/// tokens, and ends. A sign-out in another process isn't noticed before step 4, and not by an adoption without an exchange, which
/// has no journal. The session then starts after it.
struct AdoptionEngine: Sendable {
  private let record: SessionRecord
  private let store: SessionStore
  private let journal: AdoptionJournal
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  /// Adoptions run one after the other, so that the second one finds the session of the first one. The queue runs each to its
  /// end, even if its caller is canceled: the response must not be lost.
  private let turns = TaskQueue()

  init(
    record: SessionRecord, store: SessionStore, journal: SessionStore, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    (self.record, self.store, self.clock, self.now) = (record, store, clock, now)
    self.journal = AdoptionJournal(journal)
  }

  /// Adopts the tokens, or returns the session that already has them.
  func run(_ adoption: Adoption) async throws(StepFailure) -> Credential {
    let started = await record.currentGeneration()
    return try await turns.add { () async throws(StepFailure) in try await perform(adoption, of: started) }.value.get()
  }

  /// Removes the journal for a sign-out, if there is one.
  ///
  /// - Returns: The tokens in it that the server issued to this client, if any.
  func withdraw() async throws(StepFailure) -> Credential? {
    let left: Credential?
    switch try await journal.contents() {
    case .known(nil): return nil
    case .known(let found?): left = found.isImported ? nil : found
    case .unknown, .any, .damaged: left = nil
    }
    try await journal.write(nil)
    return left
  }

  private func perform(_ adoption: Adoption, of started: Int) async throws(StepFailure) -> Credential {
    let lock: StoreLock
    do throws(StoreFailure) { lock = try await store.lock(for: .refresh) } catch { throw .store(error) }
    return try await lock.whileHeld { lock throws(StepFailure) in
      if let known = try await session() {
        let existing = try adoption.existing(known)
        await journal.remove()
        return existing
      }
      guard let renewal = adoption.renewal else { return try await adoptAsIs(adoption, of: started) }
      return try await exchange(adoption, by: renewal, of: started, holding: lock)
    }
  }

  /// Returns the credential of the session. An entry that can't be read must not be replaced.
  private func session() async throws(StepFailure) -> Credential? {
    let stored: Credential?
    do throws(StoreFailure) { stored = try await store.load() } catch { throw .store(error) }
    return try await record.latest() ?? stored
  }
}

/// The steps.
extension AdoptionEngine {
  private func adoptAsIs(_ adoption: Adoption, of started: Int) async throws(StepFailure) -> Credential {
    let old = try await adoption.verify(adoption.imported)
    let tokens = Renewal.Tokens(credential: old, accessToken: old.accessToken)
    guard let session = try await start(try await adoption.identify(tokens, old), adoption, of: started) else {
      throw .cancelled
    }
    await journal.remove()
    return session
  }

  private func exchange(
    _ adoption: Adoption, by renewal: Renewal, of started: Int, holding lock: StoreLock
  ) async throws(StepFailure) -> Credential {
    let left = try await journal.contents()
    let old: Credential
    do throws(StepFailure) {
      old = try await adoption.verify(adoption.resumed(adoption.ownTokens(in: left)))
      try await renewal.prepare(old)
    } catch {
      throw ExchangeFailure(error, sessionEndingErrors: []).failure
    }
    try await check(lock)
    // The user may have signed in or out while this adoption waited.
    guard await record.isCurrent(started) else {
      guard let known = try await session() else { throw .cancelled }
      return try adoption.existing(known)
    }
    var begun = old
    begun.unconfirmedRefresh = old.unconfirmedRefresh ?? now().wholeSeconds
    guard try await journal.write(begun, expecting: left) else { throw .cancelled }
    // Another process may have sent the token while this one was suspended.
    try await check(lock)
    let fresh: Renewal.Tokens
    do throws(ExchangeFailure) {
      fresh = try await renewal.exchanged(begun, nil, holding: lock, clock: clock)
    } catch {
      await settle(error, begun, left, adoption, holding: lock)
      throw error.failure
    }
    var start = Start.withdrawn(nil)
    if try await keep(fresh.credential, after: begun) {
      let new = try await identified(fresh, begun, adoption, renewal)
      // Without the lock, a missing journal may mean that another process has finished this adoption.
      try await check(lock)
      start = try await startUnlessWithdrawn(new, adoption, of: started)
    }
    switch start {
    case .session(let session):
      // If another process has signed the same user in, these tokens aren't revoked. Some servers would end that session, too.
      await journal.remove(of: fresh.credential)
      return session
    case .withdrawn(let failure):
      try await check(lock)
      await abandon(fresh.credential, begun, renewal)
      throw failure.map { .store($0) } ?? .cancelled
    }
  }

  /// The outcome of the last step.
  private enum Start {
    /// The new session, or the one that exists.
    case session(Credential)
    /// A sign-out has overtaken the adoption. The failure is that of removing the session again.
    case withdrawn(StoreFailure?)
  }

  /// Stores the new tokens. If the store fails, the failure contains them: the other library's token may be spent.
  ///
  /// - Returns: `false` if a sign-out has removed the journal.
  private func keep(_ new: Credential, after begun: Credential) async throws(StepFailure) -> Bool {
    do throws(StepFailure) { return try await journal.write(new, expecting: .known(begun)) } catch {
      guard case .store(let failure) = error else { throw error }
      throw .session(.unsaved(new, failure))
    }
  }

  /// Removes and revokes tokens that no session may use. The other library's own token isn't revoked. Nor are these if the user has
  /// signed in again, because some servers would end that session, too.
  private func abandon(_ new: Credential, _ old: Credential, _ renewal: Renewal) async {
    await journal.remove(of: new)
    let other = try? await record.latest()
    if other == nil, new.refreshToken != old.refreshToken || !old.isImported { await renewal.discard(new) }
  }

  private func identified(
    _ fresh: Renewal.Tokens, _ old: Credential, _ adoption: Adoption, _ renewal: Renewal
  ) async throws(StepFailure) -> Credential {
    do throws(StepFailure) {
      return try await adoption.identify(fresh, old)
    } catch {
      if error.concernsAnotherUser { await abandon(fresh.credential, old, renewal) }
      // The tokens stay in the journal. The next attempt continues with them.
      throw ExchangeFailure(error, sessionEndingErrors: []).failure
    }
  }

  /// Starts the session, or returns the one that exists.
  ///
  /// - Returns: `nil` if a sign-out has overtaken the adoption, here or in another process.
  private func start(
    _ new: Credential, _ adoption: Adoption, of started: Int
  ) async throws(StepFailure) -> Credential? {
    do throws(StepFailure) {
      guard let other = try await record.start(with: new, of: started) else { return new }
      return try adoption.existing(other)
    } catch .cancelled {
      return nil
    }
  }

  /// Starts the session if its journal still exists. A sign-out in another process removes the journal before the session, so
  /// this function checks again after the write.
  private func startUnlessWithdrawn(
    _ new: Credential, _ adoption: Adoption, of started: Int
  ) async throws(StepFailure) -> Start {
    guard try await journal.exists(), let session = try await start(new, adoption, of: started) else {
      return .withdrawn(nil)
    }
    guard session == new, try await !journal.exists() else { return .session(session) }
    return .withdrawn(await record.withdraw(new))
  }
}

extension AdoptionEngine {
  /// Restores the journal after a failed exchange. If the outcome is unknown, the intent stays.
  private func settle(
    _ failed: ExchangeFailure, _ begun: Credential, _ left: StoreContents, _ adoption: Adoption, holding lock: StoreLock
  ) async {
    guard await lock.extend() else { return }
    var earlier: Credential?
    if case .known(let credential) = left { earlier = credential }
    switch failed.tokenState {
    case .unknown: return
    // Tokens that another adoption left are still valid.
    case .rejected: if adoption.ownTokens(in: left) != nil { earlier = nil }
    case .unchanged: break
    }
    // A sign-out may have removed the journal. It must not come back.
    do throws(StepFailure) { try await journal.write(earlier, expecting: .known(begun)) } catch {}
  }

  private func check(_ lock: StoreLock) async throws(StepFailure) {
    guard await lock.extend() else { throw .store(.unavailable(AdoptionJournal.suspended)) }
  }
}

extension AuthFailure {
  /// Whether the new tokens are of another user than the other library's ID token.
  fileprivate var concernsAnotherUser: Bool {
    switch self {
    case .idToken(let rejection): rejection.concernsAnotherUser
    case .response(.subjectMismatch): true
    default: false
    }
  }
}
