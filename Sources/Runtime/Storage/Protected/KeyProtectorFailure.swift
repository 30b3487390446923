/// Why the app's closures could not protect or give back a key. They throw it to say more than that something failed.
public enum KeyProtectorFailure: Error, Sendable, Hashable {
  /// The key is there, and cannot be used until the user has unlocked the device: Android's
  /// `UserNotAuthenticatedException`. Becomes ``StoreFailure/locked(_:)``.
  case locked(String)
  /// The user, or the system on the user's behalf, has said no, as by closing a biometric prompt. Becomes
  /// ``StoreFailure/denied(_:)``.
  case denied(String)
  /// The platform's keys cannot be used now. Becomes ``StoreFailure/unavailable(_:)``.
  case unavailable(String)
  /// The key is gone, or will never work again: a backup was restored to another device, or another finger was enrolled
  /// (Android's `KeyPermanentlyInvalidatedException`, `InvalidKeyException`, `AEADBadTagException`). When reading this
  /// becomes ``StoreFailure/corrupt``: the user has to sign in again. The closure makes a new key the next time that it is
  /// asked to protect something.
  case keyLost
}

extension KeyProtectorFailure {
  /// What reading a credential fails with.
  var whenReading: StoreFailure {
    switch self {
    case .locked(let reason): .locked(reason)
    case .denied(let reason): .denied(reason)
    case .unavailable(let reason): .unavailable(reason)
    case .keyLost: .corrupt
    }
  }

  /// What writing one fails with. Nothing that is stored is corrupt when there is no key to write with.
  var whenWriting: StoreFailure {
    guard case .keyLost = self else { return whenReading }
    return .unavailable("the key that protects credentials is lost, and there is no new one")
  }
}
