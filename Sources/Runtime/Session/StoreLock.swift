/// The lock under which the session uses a credential. A store that only this process uses needs none.
struct StoreLock: Sendable {
  private let lock: (any CredentialLock)?

  init(_ lock: (any CredentialLock)?) { self.lock = lock }

  /// Whether this process still has the lock, for as long again. Ask before each step that two processes must not both take.
  func extend() async -> Bool { await lock?.extend() ?? true }

  /// Runs `body`, and then releases the lock, even if the task is canceled.
  nonisolated(nonsending) func whileHeld<Value, Failure: Error>(
    _ body: (StoreLock) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try await body(self)) } catch { result = .failure(error) }
    // A task of its own: a request to a database would fail at once in a canceled task, and the lock would stay.
    if let lock { await Task { await lock.release() }.value }
    return try result.get()
  }
}
