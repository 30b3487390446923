import Foundation

/// The credential of a session, in memory and in the store. No other type changes either of them.
///
/// Several processes may share the store. The record adopts their changes when it reads the store. Each change is
/// atomic: if a sign-in or a sign-out overtakes a caller, the caller changes nothing.
actor SessionRecord {
  /// The credential for callers that don't wait for this actor.
  nonisolated let cache: LeaseCache
  private let store: SessionStore
  private let now: @Sendable () -> Date
  var memory: SessionMemory
  /// Writes run one after the other, so that the store ends up with the same contents as the memory.
  private let writes = TaskQueue()
  private var isSavingAgain = false

  init(_ store: SessionStore, now: @escaping @Sendable () -> Date) {
    (self.store, self.now, cache) = (store, now, LeaseCache())
    memory = SessionMemory(cache, store.clock)
  }

  /// The credential, or `nil` if no user is signed in.
  func current() async throws(StepFailure) -> Credential? {
    if !memory.isLoaded {
      let loaded: Credential?
      store.steps(.load)
      do { loaded = try await store.load() } catch { throw .store(error) }
      // Another call may have loaded the credential, or signed in, while this one waited.
      if !memory.isLoaded { memory.load(loaded) }
    }
    return memory.credential
  }

  /// The credential with the changes of other processes, if the store can be read.
  func latest() async throws(StepFailure) -> Credential? {
    let (started, known) = (memory.generation, try await current())
    let loaded: Credential?
    do throws(StoreFailure) { loaded = try await load() } catch { return memory.credential }
    // A refresh may have ended, and its tokens may be stored by now.
    if memory.generation == started, memory.credential == known, !memory.isNewer(than: loaded) {
      // A sign-out or a sign-in in another process isn't a failure here.
      do throws(StepFailure) { _ = try memory.adopt(loaded) } catch {}
    }
    return memory.credential
  }

  /// Stores the credential of a new sign-in. It's used from now on even if the store fails.
  func replace(with new: Credential) async throws(StepFailure) {
    defer { memory.notify(.signedIn) }
    try await keep(new)
  }

  /// Removes the credential from memory and from the store.
  ///
  /// - Returns: The removed credential.
  func clear() async throws(StepFailure) -> Credential? {
    let forgotten = memory.credential
    defer { memory.notify(.signedOut) }
    try await keep(nil)
    return forgotten
  }

  /// Returns the current state, if the store can be read, and all later ones.
  func states() async -> AsyncStream<SessionState> {
    do throws(StepFailure) {
      _ = try await current()
      return memory.states(from: memory.credential == nil ? .signedOut : .signedIn)
    } catch {
      return memory.states(from: nil)
    }
  }

  /// Applies the user's sign-in or sign-out to the memory and then to the store. It overwrites changes of other
  /// processes. `nil` signs out.
  private func keep(_ new: Credential?) async throws(StepFailure) {
    store.steps(new == nil ? .signOut : .signIn)
    memory.replace(with: new)
    // A later attempt must compare with the contents at this time, not with earlier ones.
    memory.stored = .unknown
    let started = memory.generation
    let written = await write(new, expecting: .any)
    // A refresh that has stored newer tokens since then has noted its own result.
    if memory.generation == started, memory.credential == new { memory.noteSave(failed: written.failure != nil) }
    guard let failure = written.failure else { return }
    await noteContents(of: started)
    throw .store(failure)
  }

  /// Reads the contents that a sign-in or a sign-out couldn't replace, so that the next attempt doesn't overwrite a later
  /// change.
  private func noteContents(of started: Int) async {
    guard let found = try? await load() else { return }
    if isCurrent(started), case .unknown = memory.stored { memory.stored = .known(found) }
  }
}

/// Leases for callers.
extension SessionRecord {
  /// Returns the credential, unless the session has expired. If the store failed to save it, it's saved again first.
  func savedLease() async throws(StepFailure) -> Session.Lease {
    _ = try await current()
    if memory.isUnsaved { try await saveAgain() }
    return try await lease()
  }

  /// Returns the credential, unless the session has expired.
  func lease() async throws(StepFailure) -> Session.Lease {
    _ = try await current()
    try await checkExpiration()
    return try memory.lease()
  }

  /// Returns the credential of that sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` if a user has signed in since then.
  func lease(of started: Int) async throws(StepFailure) -> Session.Lease {
    _ = try await current()
    let lease = try memory.lease()
    guard isCurrent(started) else { throw .cancelled }
    return lease
  }

  /// Ends a session that has reached the provider's time limit.
  func checkExpiration() async throws(StepFailure) {
    guard let end = memory.credential?.sessionExpiresAt, end <= now() else { return }
    if try await self.end(expecting: memory.stored, of: memory.generation) == nil { throw .session(.expired(end)) }
  }

  /// Tries again to save the credential. The app already knows that the store failed.
  private func saveAgain() async throws(StepFailure) {
    guard !isSavingAgain else { return }
    isSavingAgain = true
    defer { isSavingAgain = false }
    store.steps(.saveAgain)
    let (started, new) = (memory.generation, memory.credential)
    let result = await write(new, expecting: memory.stored)
    guard case .success(let written) = result, isCurrent(started), memory.isUnsaved else { return }
    switch written {
    case .done: memory.noteSave(failed: memory.credential != new)
    case .overtaken(let other): _ = try memory.adopt(other)
    }
  }
}

/// Reads and writes the store, while other processes may write to it, too.
extension SessionRecord {
  /// Measures the pauses between repeated writes.
  var clock: any Clock<Duration> { store.clock }

  /// Reads the store after all writes that were started before.
  func load() async throws(StoreFailure) -> Credential? {
    await writes.drain()
    return try await store.load()
  }

  /// Writes for a refresh, as ``write(_:expecting:)`` does.
  func write(
    _ new: Credential?, expecting expected: StoreContents, of started: Int
  ) async throws(StepFailure) -> Result<SessionStore.WriteResult, StoreFailure> {
    try memory.check(started)
    let written = await write(new, expecting: expected)
    try memory.check(started)
    return written
  }

  /// Writes only to the store, after all writes that were started before. `nil` removes the credential.
  ///
  /// - Parameter expected: The contents that the write may replace.
  func write(
    _ new: Credential?, expecting expected: StoreContents
  ) async -> Result<SessionStore.WriteResult, StoreFailure> {
    await writes.add { () async throws(StoreFailure) in try await self.compareAndWrite(new, expected) }.value
  }

  private func compareAndWrite(
    _ new: Credential?, _ expected: StoreContents
  ) async throws(StoreFailure) -> SessionStore.WriteResult {
    try await store.compareAndWrite(new, expecting: expected) { memory.stored = $0 }
  }
}
