/// The operations of a refresh. Each function fails if a sign-out or another sign-in has overtaken the refresh.
extension SessionRecord {
  func isCurrent(_ started: Int) -> Bool { memory.generation == started }

  func check(_ started: Int) throws(StepFailure) { try memory.check(started) }

  /// Returns the credential in memory, if it's from that sign-in.
  func credential(of started: Int) -> Credential? { isCurrent(started) ? memory.credential : nil }

  /// Returns the credential in the store, and the contents that a write may replace. Memory is newer only if the store
  /// failed to save.
  func reread(of started: Int) async throws(StepFailure) -> (credential: Credential, stored: StoreContents) {
    let loaded: Result<Credential?, StoreFailure>
    do throws(StoreFailure) { loaded = .success(try await load()) } catch { loaded = .failure(error) }
    try memory.check(started)
    guard let known = memory.credential else { throw .notSignedIn }
    switch loaded {
    // A file that was damaged after it was read is written again.
    case .failure(.corrupt): return (known, .damaged)
    case .failure(let failure): throw .store(failure)
    case .success(let loaded) where memory.isNewer(than: loaded): return (known, memory.stored)
    case .success(let loaded): return (try memory.adopt(loaded), memory.stored)
    }
  }

  /// Stores the credential with the intent to refresh it.
  ///
  /// - Returns: `false` if another process has changed the credential.
  func keepIntent(
    _ intent: Credential, expecting expected: StoreContents, of started: Int
  ) async throws(StepFailure) -> Bool {
    switch try await write(intent, expecting: expected, of: started) {
    case .failure(let failure): throw .store(failure)
    case .success(.overtaken): return false
    case .success(.done):
      // The store now has the same contents as memory.
      memory.renew(intent, isUnsaved: false)
      memory.publish()
      return true
    }
  }

  /// Replaces the intent with the earlier credential, unless another process has stored its own intent.
  func withdraw(_ intent: Credential, for old: Credential, expecting expected: StoreContents) async {
    guard memory.credential == intent else { return }
    memory.restore(old)
    _ = await write(old, expecting: expected)
  }

  /// Stores new tokens, and then makes them available to callers. They're available even if the store fails.
  ///
  /// This process has the only copy of the tokens, and the old refresh token may be spent. If the store isn't available, the write
  /// is repeated for two seconds.
  ///
  /// - Returns: The credential that another process has stored instead, usually `nil`.
  func keepTokens(
    _ new: Credential, expecting expected: StoreContents, of started: Int
  ) async throws(StepFailure) -> Credential? {
    let written = try await repeated(clock) { () async throws(StepFailure) in
      try await write(new, expecting: expected, of: started)
    }
    if case .success(.overtaken(let other?)) = written, other.isSameSession(as: new) {
      // The store reported a failure of an earlier attempt, but saved the tokens.
      memory.stored = .known(other)
      return try settle(.success(.done), new)
    }
    return try settle(written, new)
  }

  /// Stores a changed credential, and then makes it available to callers. It's available even if the store fails.
  ///
  /// - Returns: The credential that another process has stored instead, usually `nil`.
  func keepDurably(
    _ new: Credential, expecting expected: StoreContents, of started: Int
  ) async throws(StepFailure) -> Credential? {
    try settle(try await write(new, expecting: expected, of: started), new)
  }

  private func settle(
    _ written: Result<SessionStore.WriteResult, StoreFailure>, _ new: Credential
  ) throws(StepFailure) -> Credential? {
    switch written {
    case .success(.overtaken(let other)): return try memory.adopt(other)
    case .success(.done): memory.renew(new, isUnsaved: false)
    case .failure(let failure):
      memory.renew(new, isUnsaved: true)
      throw .session(.unsaved(new, failure))
    }
    return nil
  }

  /// Ends a session that can't be used anymore. If the store fails, the next process finds the same result.
  ///
  /// - Returns: The credential that another process has stored instead, usually `nil`.
  func end(expecting expected: StoreContents, of started: Int) async throws(StepFailure) -> Credential? {
    let written = try await write(nil, expecting: expected, of: started)
    if case .success(.overtaken(let other)) = written { return try memory.adopt(other) }
    memory.end(isUnsaved: written.failure != nil)
    return nil
  }

  /// Notifies watchers about new tokens.
  func announceRefresh(of started: Int) {
    if isCurrent(started) { memory.notify(.refreshed) }
  }

  /// Makes the credential available to callers after a refresh.
  func publish() { memory.publish() }
}

/// Repeats a write that must not fail.
extension SessionRecord {
  /// The pauses between the attempts, two seconds together.
  private static let pauses = [50, 100, 200, 350, 550, 750].map { Duration.milliseconds($0) }

  /// Repeats the write until the store is available or two seconds have passed. Other writes may come between the attempts, and each
  /// attempt checks what they left.
  func repeated<Failure>(
    _ clock: some Clock<Duration>,
    _ write: () async throws(Failure) -> Result<SessionStore.WriteResult, StoreFailure>
  ) async throws(Failure) -> Result<SessionStore.WriteResult, StoreFailure> {
    let end = clock.now.advanced(by: .seconds(2))
    var written = try await write()
    for pause in Self.pauses {
      guard case .failure(.unavailable) = written, clock.now < end else { break }
      // A separate task, because the caller's cancellation must not end the attempts.
      await Task { try? await clock.sleep(for: pause) }.value
      written = try await write()
    }
    return written
  }
}
