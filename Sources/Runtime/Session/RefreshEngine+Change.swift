extension RefreshEngine {
  /// Changes the credential of a sign-in without new tokens, after all earlier refreshes. Nothing changes if a sign-in, a
  /// sign-out, or another process comes first.
  func change(of generation: Int, _ change: @escaping @Sendable (inout Credential) -> Void) async {
    let turn = turns.add { () async throws(StepFailure) -> Void in
      let lock: StoreLock
      do throws(StoreFailure) { lock = try await store.lock(for: .refresh) } catch { throw .store(error) }
      try await lock.whileHeld { _ throws(StepFailure) in
        let (old, stored) = try await record.reread(of: generation)
        var new = old
        change(&new)
        guard new != old else { return }
        _ = try await record.keepDurably(new, expecting: stored, of: generation)
      }
    }
    _ = await turn.value
    await record.publish()
  }
}
