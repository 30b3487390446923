/// The lock that protects a credential in the store. A store that only this process uses needs none.
struct StoreLock: Sendable {
  /// The store's own lock.
  let lock: (any CredentialLock)?
  let steps: StepLog?

  init(_ lock: (any CredentialLock)?, _ steps: StepLog? = nil) { (self.lock, self.steps) = (lock, steps) }

  /// Extends the lock, and returns whether this process still has it. Call it before each step that two processes must
  /// not both take.
  func extend() async -> Bool {
    steps?(.extend)
    return await lock?.extend() ?? true
  }

  /// Runs `body`, and then releases the lock, even if the task is canceled.
  nonisolated(nonsending) func whileHeld<Value, Failure: Error>(
    _ body: (StoreLock) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try await body(self)) } catch { result = .failure(error) }
    steps?(.release)
    // A separate task, because a request to a database would fail immediately in a canceled task, and the lock would
    // stay.
    if let lock { await Task { await lock.release() }.value }
    return try result.get()
  }
}
