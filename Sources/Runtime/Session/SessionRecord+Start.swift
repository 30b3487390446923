extension SessionRecord {
  /// Starts a session, unless there is one, in memory or in the store. It becomes the session only after the store has it.
  ///
  /// - Returns: The credential of the session that exists instead, usually `nil`.
  func start(with new: Credential) async throws(StepFailure) -> Credential? {
    if let known = try await latest() { return known }
    let started = memory.generation
    let written = await write(new, expecting: .known(nil))
    // A sign-in that started meanwhile overwrites the store after this.
    if memory.generation != started, let known = memory.credential { return known }
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
