/// The reason that the app's closures couldn't protect or recover a key. The closures throw it to report the cause.
public enum KeyProtectorFailure: Error, Sendable, Hashable {
  /// The key exists but can't be used until the user unlocks the device: Android's `UserNotAuthenticatedException`. Becomes
  /// ``StoreFailure/locked(_:)``.
  case locked(String)
  /// The user, or the system on the user's behalf, denied access, for example by closing a biometric prompt. Becomes
  /// ``StoreFailure/denied(_:)``.
  case denied(String)
  /// The platform's keys can't be used now. Becomes ``StoreFailure/unavailable(_:)``.
  case unavailable(String)
  /// The key is missing or permanently unusable: a backup was restored to another device, or another finger was enrolled
  /// (Android's `KeyPermanentlyInvalidatedException`, `InvalidKeyException`, `AEADBadTagException`). When reading, this becomes
  /// ``StoreFailure/corrupt``, and the user has to sign in again. The closure creates a new key the next time it protects a
  /// key.
  case keyLost
}

extension KeyProtectorFailure {
  /// The failure of reading a credential.
  var whenReading: StoreFailure {
    switch self {
    case .locked(let reason): .locked(reason)
    case .denied(let reason): .denied(reason)
    case .unavailable(let reason): .unavailable(reason)
    case .keyLost: .corrupt
    }
  }

  /// The failure of writing a credential. A missing key doesn't mean that stored data is corrupt.
  var whenWriting: StoreFailure {
    guard case .keyLost = self else { return whenReading }
    return .unavailable("the key that protects credentials is lost, and a new one wasn't created")
  }
}
