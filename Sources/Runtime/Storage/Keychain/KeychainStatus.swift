#if canImport(Security)
  import Foundation
  import Security

  /// Maps the keychain's result codes to failures (Apple: Security Framework Result Codes).
  enum KeychainStatus {
    /// Returns the failure for a status. Check for `errSecItemNotFound` first, because a missing item isn't a failure.
    static func failure(_ status: OSStatus) -> StoreFailure {
      switch status {
      // A process without a user's session, for example over SSH, also gets this status from a keychain that would have to ask
      // the user.
      case errSecInteractionNotAllowed:
        .locked("the keychain can't be used until the device or the keychain is unlocked")
      case errSecUserCanceled: .denied("the user closed the prompt")
      case errSecAuthFailed: .denied("the user couldn't be recognized")
      case errSecMissingEntitlement:
        .unavailable(
          "the app isn't signed for this keychain or access group (\(status)); check keychain-access-groups, "
            + "or on macOS set usesDataProtectionKeychain to false")
      case errSecNotAvailable:
        .unavailable("no keychain is available, or the item requires a device passcode and none is set (\(status))")
      default: .unavailable("\(text(status)) (\(status))")
      }
    }

    private static func text(_ status: OSStatus) -> String {
      SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "the keychain failed"
    }
  }
#endif
