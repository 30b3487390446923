#if canImport(Security) && (os(iOS) || os(macOS) || os(visionOS))
  import Foundation
  import LocalAuthentication

  /// Remembers the user's proof for the time in which it counts: as long as the gate's `reuse`, and while the lock of a
  /// credential is held. A refresh reads and writes the item several times, and asks once.
  final class ProofCache: Sendable {
    private struct CachedProof: Sendable {
      let proof: UserProof
      let date: ContinuousClock.Instant
    }

    /// The locks of one credential that this process holds.
    private struct HeldLocks: Sendable {
      var count = 0
      var proof: UserProof?
    }

    private struct State: Sendable {
      var last: CachedProof?
      var holds: [CredentialKey: HeldLocks] = [:]
    }

    private let gate: KeychainOptions.Gate
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Guarded(State())

    /// - Parameter now: The time by which a proof gets too old.
    init(_ gate: KeychainOptions.Gate, now: @escaping @Sendable () -> ContinuousClock.Instant) {
      (self.gate, self.now) = (gate, now)
    }

    /// Does work that may ask the user. Cancelling the task closes the question.
    ///
    /// - Parameter isReading: Writing need not ask, so it proves nothing for later.
    func prove<Value: Sendable>(
      _ key: CredentialKey, isReading: Bool, _ work: @escaping @Sendable (UserProof?) throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
      let known = current(key)
      let proof = known ?? UserProof(gate)
      let result: Result<Value, StoreFailure> = await withTaskCancellationHandler {
        do throws(StoreFailure) {
          return .success(try await BlockingWork.run { () throws(StoreFailure) in try work(proof) })
        } catch {
          return .failure(error)
        }
      } onCancel: {
        // Other tasks may be using a proof from before.
        if known == nil { proof.invalidate() }
      }
      switch result {
      case .success: if known == nil, !Task.isCancelled { keep(proof, key, isReading) }
      // The next call asks again.
      case .failure(.denied): forget(proof, key)
      case .failure: break
      }
      return try result.get()
    }

    /// Begins to hold a lock of the credential.
    func hold(_ key: CredentialKey) { state.withLock { $0.holds[key, default: HeldLocks()].count += 1 } }

    /// Releases a lock of the credential. With the last one, a proof ends that counts no longer.
    func release(_ key: CredentialKey) {
      state.withLock { state in
        state.holds[key]?.count -= 1
        if state.holds[key]?.count == 0 { state.holds[key] = nil }
      }
    }

    private func current(_ key: CredentialKey) -> UserProof? {
      let (reuse, now) = (gate.reuse, now())
      return state.withLock { state in
        if let last = state.last, now - last.date >= reuse { state.last = nil }
        let proof = state.holds[key]?.proof ?? state.last?.proof
        // It may become too old before the lock is released.
        state.holds[key]?.proof = proof
        return proof
      }
    }

    // A context that nothing refers to any more is invalid (Apple: `LAContext`).
    private func keep(_ proof: UserProof, _ key: CredentialKey, _ isReading: Bool) {
      let (isReused, now) = (isReading && gate.reuse > .zero, now())
      state.withLock { state in
        state.holds[key]?.proof = proof
        if isReused { state.last = CachedProof(proof: proof, date: now) }
      }
    }

    private func forget(_ proof: UserProof, _ key: CredentialKey) {
      state.withLock { state in
        if state.last?.proof.context === proof.context { state.last = nil }
        if state.holds[key]?.proof?.context === proof.context { state.holds[key]?.proof = nil }
      }
    }
  }

  /// Keeps the user's proof while a credential is locked.
  final class ProofLock: CredentialLock {
    private let lock: (any CredentialLock)?
    private let keeper: ProofCache
    private let key: CredentialKey
    private let isReleased = Guarded(false)

    /// - Parameter lock: The lock among processes; `nil` when only this process uses the item.
    init(_ lock: (any CredentialLock)?, _ keeper: ProofCache, _ key: CredentialKey) {
      (self.lock, self.keeper, self.key) = (lock, keeper, key)
      keeper.hold(key)
    }

    // The lock among processes, too, is released when nothing refers to it.
    deinit { _ = forgetProof() }

    func extend() async -> Bool { await lock?.extend() ?? true }

    func release() async {
      if forgetProof() { await lock?.release() }
    }

    /// - Returns: `false` if it was forgotten before.
    private func forgetProof() -> Bool {
      let isFirst = isReleased.withLock { isReleased in
        defer { isReleased = true }
        return !isReleased
      }
      if isFirst { keeper.release(key) }
      return isFirst
    }
  }
#endif
