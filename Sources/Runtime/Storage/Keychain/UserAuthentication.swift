#if canImport(Security)
  import Foundation

  #if os(iOS) || os(macOS) || os(visionOS)
    import LocalAuthentication

    /// The user's proof, which may still require a prompt (Apple: `LAContext`).
    // Unchecked: the context doesn't change after `init`. Apple allows the keychain to use it, and to call `invalidate()`, on
    // any thread.
    struct UserAuthentication: @unchecked Sendable {
      let context: LAContext

      init(_ gate: KeychainOptions.Gate) {
        context = LAContext()
        context.localizedReason = gate.prompt
        // This applies only to unlocking the device. A proof within the app stays valid if the same context is used again.
        context.touchIDAuthenticationAllowableReuseDuration = min(
          gate.reuse.seconds, LATouchIDAuthenticationMaximumAllowableReuseDuration)
      }

      /// Closes the prompt. The proof is no longer valid.
      func invalidate() { context.invalidate() }
    }
  #else
    /// This platform doesn't prompt the user.
    typealias UserAuthentication = Never
  #endif
#endif
