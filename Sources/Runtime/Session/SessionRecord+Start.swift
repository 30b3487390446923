extension SessionRecord {
  /// The number of sign-ins and sign-outs, including those of other processes. It's up to date if the store can be read.
  func currentGeneration() async -> Int {
    _ = try? await latest()
    return memory.generation
  }

  /// Removes a session that this process has just started, because a sign-out came first. A session that another process has stored
  /// since then stays.
  ///
  /// - Returns: The failure of the store, if it can't remove the session.
  func withdraw(_ new: Credential) async -> StoreFailure? {
    let started = memory.generation
    let written = await repeated(clock) { await write(nil, expecting: .known(new)) }
    if isCurrent(started) {
      memory.replace(with: nil)
      memory.noteSave(failed: written.failure != nil)
      memory.notify(.signedOut)
    }
    return written.failure
  }

  /// Starts a session, unless there is one, in memory or in the store. It becomes the session only after the store has it.
  ///
  /// - Parameter started: The generation in which the work for this session began.
  /// - Returns: The credential of the session that exists instead, usually `nil`.
  /// - Throws: ``AuthFailure/cancelled`` if the user has signed out since then.
  func start(with new: Credential, of started: Int) async throws(StepFailure) -> Credential? {
    if let known = try await latest() { return known }
    guard isCurrent(started) else { throw .cancelled }
    let written = await write(new, expecting: .known(nil))
    // A sign-in or sign-out that started in the meantime overwrites the store afterward.
    guard isCurrent(started) else {
      guard let known = memory.credential else { throw .cancelled }
      return known
    }
    switch written {
    case .failure(let failure): throw .store(failure)
    case .success(.overtaken(let other)):
      guard let known = try await latest() ?? other else { throw .cancelled }
      return known
    case .success(.done):
      memory.replace(with: new)
      memory.noteSave(failed: false)
      memory.notify(.signedIn)
      return nil
    }
  }
}
