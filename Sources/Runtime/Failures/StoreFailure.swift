/// The reason that the credential store failed.
public enum StoreFailure: Error, Sendable, Hashable {
  /// The store can't be used now, or doesn't exist. The string contains the reason.
  case unavailable(String)
  /// The store is locked, and the request to unlock it wasn't granted. Its contents are unchanged.
  case locked(String)
  /// The user, or the system on the user's behalf, denied access.
  case denied(String)
  /// The stored data isn't a credential.
  case corrupt
}

extension StoreFailure: FailureReason {
  var explanation: String {
    switch self {
    case .unavailable(let reason): "the credential store can't be used: \(reason.plainText())"
    case .locked(let store): "the credential store is locked: \(store.plainText())"
    case .denied(let reason): "the credential store denied access: \(reason.plainText())"
    case .corrupt: "the data in the credential store can't be read"
    }
  }

  var recovery: Recovery {
    switch self {
    case .unavailable: .retry(after: nil)
    case .locked: .fix(.unlockStore)
    case .denied: .fix(.allowStore)
    case .corrupt: .reauthenticate
    }
  }
}
