#if canImport(Security)
  import Foundation

  #if os(iOS) || os(macOS) || os(visionOS)
    import LocalAuthentication

    /// What the user has shown, or will be asked to show (Apple: `LAContext`).
    // Unchecked: after it is made nobody changes the context. It is handed to the keychain, and told to end, which Apple
    // allows from any thread.
    struct UserProof: @unchecked Sendable {
      let context: LAContext

      init(_ gate: KeychainOptions.Gate) {
        context = LAContext()
        context.localizedReason = gate.prompt
        // Counts unlocking the device only; a proof within the app counts by using the same context again.
        context.touchIDAuthenticationAllowableReuseDuration = min(
          gate.reuse.seconds, LATouchIDAuthenticationMaximumAllowableReuseDuration)
      }

      /// Closes the question, and lets the proof count no more.
      func invalidate() { context.invalidate() }
    }

    /// Remembers the last proof while it counts.
    final class ProofKeeper: Sendable {
      private struct Kept: Sendable {
        let proof: UserProof
        let date: ContinuousClock.Instant
      }

      private let gate: KeychainOptions.Gate
      private let kept = Guarded<Kept?>(nil)

      init(_ gate: KeychainOptions.Gate) { self.gate = gate }

      /// Does work that may ask the user. Cancelling the task closes the question.
      ///
      /// - Parameter isReading: Writing need not ask, so that it proves nothing.
      func prove<Value: Sendable>(
        isReading: Bool, _ work: @escaping @Sendable (UserProof?) throws(StoreFailure) -> Value
      ) async throws(StoreFailure) -> Value {
        let known = current()
        let proof = known ?? UserProof(gate)
        let result: Result<Value, StoreFailure> = await withTaskCancellationHandler {
          do throws(StoreFailure) {
            return .success(try await BlockingWork.run { () throws(StoreFailure) in try work(proof) })
          } catch {
            return .failure(error)
          }
        } onCancel: {
          // Others may be using one that was proven before.
          if known == nil { proof.invalidate() }
        }
        if case .success = result, known == nil, isReading { keep(proof) }
        return try result.get()
      }

      private func current() -> UserProof? {
        let reuse = gate.reuse
        return kept.withLock { kept in
          if let last = kept, ContinuousClock.now - last.date >= reuse {
            last.proof.invalidate()
            kept = nil
          }
          return kept?.proof
        }
      }

      private func keep(_ proof: UserProof) {
        guard gate.reuse > .zero else { return proof.invalidate() }
        kept.withLock { $0 = Kept(proof: proof, date: .now) }
      }
    }
  #else
    /// Nothing asks the user here.
    typealias UserProof = Never
  #endif
#endif
