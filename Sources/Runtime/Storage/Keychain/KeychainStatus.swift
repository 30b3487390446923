#if canImport(Security)
  import Foundation
  import Security

  /// What an answer of the keychain means (Apple: Security Framework Result Codes).
  enum KeychainStatus {
    /// An item that is not there is no failure: ask for `errSecItemNotFound` first.
    static func failure(_ status: OSStatus) -> StoreFailure {
      switch status {
      // Also what a process without a user's session gets, as over SSH, from a keychain that would have to ask.
      case errSecInteractionNotAllowed:
        .locked("the keychain cannot be used until the device, or the keychain, is unlocked")
      case errSecUserCanceled: .denied("the user has closed the question")
      case errSecAuthFailed: .denied("the user could not be recognised")
      case errSecMissingEntitlement:
        .unavailable(
          "the app is not signed for this keychain or access group (\(status)): check keychain-access-groups, "
            + "or on macOS leave usesDataProtectionKeychain off")
      case errSecNotAvailable:
        .unavailable("there is no keychain, or the device has no passcode and the item wants one (\(status))")
      default: .unavailable("\(text(status)) (\(status))")
      }
    }

    private static func text(_ status: OSStatus) -> String {
      SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "the keychain failed"
    }
  }
#endif
