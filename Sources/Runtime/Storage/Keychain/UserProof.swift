#if canImport(Security)
  import Foundation

  #if os(iOS) || os(macOS) || os(visionOS)
    import LocalAuthentication

    /// What the user has shown, or will be asked to show (Apple: `LAContext`).
    // Unchecked: nothing changes the context after `init`. Apple allows the keychain to use it, and `invalidate()`, on any
    // thread.
    struct UserProof: @unchecked Sendable {
      let context: LAContext

      init(_ gate: KeychainOptions.Gate) {
        context = LAContext()
        context.localizedReason = gate.prompt
        // Counts unlocking the device only; a proof within the app counts by using the same context again.
        context.touchIDAuthenticationAllowableReuseDuration = min(
          gate.reuse.seconds, LATouchIDAuthenticationMaximumAllowableReuseDuration)
      }

      /// Closes the question. The proof doesn't count any more.
      func invalidate() { context.invalidate() }
    }
  #else
    /// Nothing asks the user here.
    typealias UserProof = Never
  #endif
#endif
