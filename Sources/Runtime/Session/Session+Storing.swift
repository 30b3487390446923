/// Writing, while other processes write too.
extension Session {
  /// What came of a write.
  enum Written: Sendable {
    case done
    /// Nothing was written: another process has put this there since it was last looked.
    case overtaken(by: Credential?)
  }

  /// How often a write begins anew because this process was stopped in the middle.
  private static let writeAttempts = 3

  /// What the store has once all is written that was to be written before.
  func stored() async throws(StoreFailure) -> Credential? {
    await writes.allDone()
    return try await store.load(key)
  }

  /// Writes to the store alone, after all that was to be written before; `nil` removes what is there.
  ///
  /// - Parameter expected: What the store must have for that, where it matters.
  func write(_ new: Credential?, expecting expected: Kept = .unknown) async -> Result<Written, StoreFailure> {
    await writes.next { () async throws(StoreFailure) in try await self.compareAndWrite(new, expected) }.value
  }

  /// Nothing of another process comes between the look and the write.
  private func compareAndWrite(_ new: Credential?, _ expected: Kept) async throws(StoreFailure) -> Written {
    for _ in 0..<Self.writeAttempts {
      let lock = try await writeLock(toRemove: new == nil)
      let written = try await lock.whileHeld { lock throws(StoreFailure) -> Written? in
        let found: Kept
        do { found = .known(try await store.load(key)) } catch { found = .unknown }
        // What cannot be read can perhaps be written.
        if case .known(let other) = found {
          guard expected.isSameSession(as: other) else { return .overtaken(by: other) }
          kept = found
        }
        // Whoever was stopped until now looks again.
        guard await lock.extend() else { return nil }
        if let new { try await store.save(new, for: key) } else { try await store.remove(key) }
        kept = .known(new)
        return .done
      }
      if let written { return written }
    }
    throw .unavailable("this process was stopped again and again while it wrote")
  }

  /// A sign-out is carried out also on a full disk, which has no room for a lock.
  private func writeLock(toRemove isRemoval: Bool) async throws(StoreFailure) -> StoreLock {
    do throws(StoreFailure) { return StoreLock(try await store.lock(key, for: .write, clock: clock)) } catch {
      guard isRemoval else { throw error }
      return StoreLock(nil)
    }
  }

  /// ``write(_:expecting:)`` for a refresh that a sign-out or another sign-in may overtake.
  func write(
    _ new: Credential?, expecting expected: Kept, ifStill started: Int
  ) async throws(StepFailure) -> Result<Written, StoreFailure> {
    try check(started)
    let written = await write(new, expecting: expected)
    try check(started)
    return written
  }

  /// Stores what a refresh brought, and then lets it be used. What cannot be stored is used all the same.
  ///
  /// - Returns: What another process has put there instead; usually nothing.
  func keepDurably(
    _ new: Credential, expecting expected: Kept, ifStill started: Int
  ) async throws(StepFailure) -> Credential? {
    switch try await write(new, expecting: expected, ifStill: started) {
    case .success(.overtaken(let other)): return try adopt(other)
    case .success(.done): (credential, isUnsaved) = (new, false)
    case .failure(let failure):
      (credential, isUnsaved) = (new, true)
      throw .session(.unsaved(new, failure))
    }
    return nil
  }

  /// Whoever was to know has been told that the store failed; it may work by now.
  func saveAgain() async throws(StepFailure) {
    guard !isSavingAgain else { return }
    isSavingAgain = true
    defer { isSavingAgain = false }
    let (started, new) = (generation, credential)
    guard case .success(let written) = await write(new, expecting: kept), generation == started, isUnsaved else {
      return
    }
    switch written {
    case .done: isUnsaved = credential != new
    case .overtaken(let other): _ = try adopt(other)
    }
  }

  /// Ends a session that is of no use any more. Where the store cannot forget it, the next process finds out the same.
  ///
  /// - Returns: What another process has put there instead; usually nothing.
  func end(expecting expected: Kept, ifStill started: Int) async throws(StepFailure) -> Credential? {
    let written = try await write(nil, expecting: expected, ifStill: started)
    if case .success(.overtaken(let other)) = written { return try adopt(other) }
    isUnsaved = written.failure != nil
    (credential, generation) = (nil, generation + 1)
    watchers.tell(.needsSignIn)
    return nil
  }
}

/// What other processes have done.
extension Session {
  /// - Throws: what a refresh that was overtaken by a sign-out or another sign-in ends with.
  func check(_ started: Int) throws(StepFailure) {
    guard generation == started else { throw credential == nil ? .notSignedIn : .cancelled }
  }

  /// The credential as the store has it, and what a write may take the place of. In memory it is newer only when the store has
  /// failed to take it.
  func reread(ifStill started: Int) async throws(StepFailure) -> (credential: Credential, kept: Kept) {
    let stored: Result<Credential?, StoreFailure>
    do throws(StoreFailure) { stored = .success(try await self.stored()) } catch { stored = .failure(error) }
    try check(started)
    guard let known = credential else { throw .notSignedIn }
    switch stored {
    // What was damaged since it was read is written anew.
    case .failure(.corrupt): return (known, .unknown)
    case .failure(let failure): throw .store(failure)
    case .success(let stored) where isUnsaved && kept.isSameSession(as: stored): return (known, kept)
    case .success(let stored): return (try adopt(stored), kept)
    }
  }

  /// Goes on with what another process has put into the store.
  ///
  /// - Throws: ``AuthFailure/notSignedIn`` after a sign-out there, ``AuthFailure/cancelled`` after the sign-in of somebody
  ///   else: whoever waits must not go on with that user's token.
  func adopt(_ stored: Credential?) throws(StepFailure) -> Credential {
    let known = credential
    (credential, kept, isUnsaved) = (stored, .known(stored), false)
    guard let stored else {
      if known != nil { step(to: .signedOut) }
      throw .notSignedIn
    }
    guard let known else {
      step(to: .signedIn)
      return stored
    }
    if stored.isSameSession(as: known) {
      // A store need not keep all that is known of the user.
      var same = known
      same.unansweredRefresh = stored.unansweredRefresh
      credential = same
      return same
    }
    guard stored.claims?.subject == known.claims?.subject else {
      step(to: .signedIn)
      throw .cancelled
    }
    return stored
  }

  /// From now on it is another session.
  private func step(to state: SessionState) {
    generation += 1
    watchers.tell(state)
  }
}

extension Session.Kept {
  fileprivate func isSameSession(as other: Credential?) -> Bool {
    switch self {
    case .unknown: true
    case .known(let known): known.map { mine in other?.isSameSession(as: mine) ?? false } ?? (other == nil)
    }
  }
}

extension Credential {
  /// Whether both have the same tokens, whatever else is known.
  fileprivate func isSameSession(as other: Credential) -> Bool {
    accessToken == other.accessToken && refreshToken == other.refreshToken
      && audienceTokens.map(\.accessToken) == other.audienceTokens.map(\.accessToken)
  }
}
