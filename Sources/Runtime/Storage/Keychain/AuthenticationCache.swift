#if canImport(Security) && (os(iOS) || os(macOS) || os(visionOS))
  import Foundation
  import LocalAuthentication

  /// Caches the user's proof while it is valid: for the gate's `reuse`, and while a lock on a credential is held. A refresh
  /// reads and writes the item several times, but prompts only once.
  final class AuthenticationCache: Sendable {
    private struct CachedAuthentication: Sendable {
      let proof: UserAuthentication
      let date: ContinuousClock.Instant
    }

    /// The locks of one credential that this process holds.
    private struct HeldLocks: Sendable {
      var count = 0
      var proof: UserAuthentication?
    }

    private struct State: Sendable {
      var last: CachedAuthentication?
      var holds: [CredentialKey: HeldLocks] = [:]
    }

    private let gate: KeychainOptions.Gate
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Guarded(State())

    /// - Parameter now: The clock that measures the age of a proof.
    init(_ gate: KeychainOptions.Gate, now: @escaping @Sendable () -> ContinuousClock.Instant) {
      (self.gate, self.now) = (gate, now)
    }

    /// Runs work that may prompt the user. Canceling the task closes the prompt.
    ///
    /// - Parameter isReading: Whether the work reads the item. Writing may not prompt, so it isn't a proof for later reads.
    func prove<Value: Sendable>(
      _ key: CredentialKey, isReading: Bool,
      _ work: @escaping @Sendable (UserAuthentication?) throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
      let known = current(key)
      let proof = known ?? UserAuthentication(gate)
      let result: Result<Value, StoreFailure> = await withTaskCancellationHandler {
        do throws(StoreFailure) {
          return .success(try await BlockingWork.run { () throws(StoreFailure) in try work(proof) })
        } catch {
          return .failure(error)
        }
      } onCancel: {
        // Other tasks may be using an earlier proof.
        if known == nil { proof.invalidate() }
      }
      switch result {
      case .success: if known == nil, !Task.isCancelled { keep(proof, key, isReading) }
      // The next call prompts again.
      case .failure(.denied): forget(proof, key)
      case .failure: break
      }
      return try result.get()
    }

    /// Records that a lock on the credential is held.
    func hold(_ key: CredentialKey) { state.withLock { $0.holds[key, default: HeldLocks()].count += 1 } }

    /// Records that a lock on the credential was released. After the last one, a proof is valid only for the gate's `reuse`.
    func release(_ key: CredentialKey) {
      state.withLock { state in
        state.holds[key]?.count -= 1
        if state.holds[key]?.count == 0 { state.holds[key] = nil }
      }
    }

    private func current(_ key: CredentialKey) -> UserAuthentication? {
      let (reuse, now) = (gate.reuse, now())
      return state.withLock { state in
        if let last = state.last, now - last.date >= reuse { state.last = nil }
        let proof = state.holds[key]?.proof ?? state.last?.proof
        // It may expire before the lock is released.
        state.holds[key]?.proof = proof
        return proof
      }
    }

    // A context becomes invalid when it is no longer referenced (Apple: `LAContext`).
    private func keep(_ proof: UserAuthentication, _ key: CredentialKey, _ isReading: Bool) {
      let (isReused, now) = (isReading && gate.reuse > .zero, now())
      state.withLock { state in
        state.holds[key]?.proof = proof
        if isReused { state.last = CachedAuthentication(proof: proof, date: now) }
      }
    }

    private func forget(_ proof: UserAuthentication, _ key: CredentialKey) {
      state.withLock { state in
        if state.last?.proof.context === proof.context { state.last = nil }
        if state.holds[key]?.proof?.context === proof.context { state.holds[key]?.proof = nil }
      }
    }
  }

  /// Keeps the user's proof valid while a credential is locked.
  final class PromptingLock: CredentialLock {
    private let lock: (any CredentialLock)?
    private let proofCache: AuthenticationCache
    private let key: CredentialKey
    private let isReleased = Guarded(false)

    /// - Parameter lock: The lock between processes, or `nil` if only this process uses the item.
    init(_ lock: (any CredentialLock)?, _ proofCache: AuthenticationCache, _ key: CredentialKey) {
      (self.lock, self.proofCache, self.key) = (lock, proofCache, key)
      proofCache.hold(key)
    }

    // The lock between processes is also released when it is no longer referenced.
    deinit { _ = forgetProof() }

    func extend() async -> Bool { await lock?.extend() ?? true }

    func release() async {
      if forgetProof() { await lock?.release() }
    }

    /// - Returns: `false` if it was already released.
    private func forgetProof() -> Bool {
      let isFirst = isReleased.withLock { isReleased in
        defer { isReleased = true }
        return !isReleased
      }
      if isFirst { proofCache.release(key) }
      return isFirst
    }
  }
#endif
