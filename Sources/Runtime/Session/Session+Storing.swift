/// Writing, while other processes write too.
extension Session {
  /// What came of a write.
  enum Written: Sendable {
    case done
    /// Nothing was written: another process has put this there since it was last looked.
    case overtaken(by: Credential?)
  }

  /// What the store has once all is written that was to be written before.
  func stored() async throws(StoreFailure) -> Credential? {
    await writing?.value
    return try await store.load(key)
  }

  /// Writes to the store alone, after all that was to be written before; `nil` removes what is there.
  ///
  /// - Parameter ifUnchanged: Whether to write only when the store still has what it is known to have.
  func write(_ new: Credential?, ifUnchanged: Bool = false) async throws(StoreFailure) -> Written {
    let previous = writing
    let task = Task { () async -> Result<Written, StoreFailure> in
      await previous?.value
      do throws(StoreFailure) {
        return .success(try await self.compareAndWrite(new, ifUnchanged))
      } catch {
        return .failure(error)
      }
    }
    writing = Task { _ = await task.value }
    return try await task.value.get()
  }

  /// Nothing of another process comes between the look and the write.
  private func compareAndWrite(_ new: Credential?, _ ifUnchanged: Bool) async throws(StoreFailure) -> Written {
    let lock = try await store.lock(key, for: .write, clock: clock)
    defer { lock?.release() }
    let found: Kept
    do { found = .known(try await store.load(key)) } catch { found = .unknown }
    // What cannot be read can perhaps be written.
    if case .known(let other) = found {
      if ifUnchanged, !kept.isSameSession(as: other) { return .overtaken(by: other) }
      kept = found
    }
    if let new { try await store.save(new, for: key) } else { try await store.remove(key) }
    kept = .known(new)
    return .done
  }

  /// Stores what a refresh brought, and then lets it be used. What cannot be stored is used all the same.
  ///
  /// - Returns: What another process has put there instead; usually nothing.
  func keepDurably(_ new: Credential, ifStill started: Int) async throws(StepFailure) -> Credential? {
    try check(started)
    let written: Result<Written, StoreFailure>
    do throws(StoreFailure) {
      written = .success(try await write(new, ifUnchanged: true))
    } catch {
      written = .failure(error)
    }
    try check(started)
    switch written {
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
    let (started, new) = (generation, credential)
    let written: Written
    do throws(StoreFailure) { written = try await write(new, ifUnchanged: true) } catch { return }
    guard generation == started, isUnsaved else { return }
    switch written {
    case .done: isUnsaved = credential != new
    case .overtaken(let other): _ = try adopt(other)
    }
  }
}

/// What other processes have done.
extension Session {
  /// - Throws: what a refresh that was overtaken by a sign-out or another sign-in ends with.
  func check(_ started: Int) throws(StepFailure) {
    guard generation == started else { throw credential == nil ? .notSignedIn : .cancelled }
  }

  /// The credential as the store has it. In memory it is newer only when the store has failed to take it.
  func reread(ifStill started: Int) async throws(StepFailure) -> Credential {
    let stored: Result<Credential?, StoreFailure>
    do throws(StoreFailure) { stored = .success(try await self.stored()) } catch { stored = .failure(error) }
    try check(started)
    guard let known = credential else { throw .notSignedIn }
    switch stored {
    // What was damaged since it was read is written anew.
    case .failure(.corrupt): return known
    case .failure(let failure): throw .store(failure)
    case .success(let stored):
      return isUnsaved && kept.isSameSession(as: stored) ? known : try adopt(stored)
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
  }
}
