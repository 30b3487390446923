import AuthRuntime
import Crypto
import Foundation

/// The keys with which an app encrypts the contents of sessions and cookies. All servers of the app have the same keys.
///
/// To rotate the keys, first add a new key to `previous` on all servers, so that each can read what another one
/// writes. Then make it `current`, and put the old one in `previous`. When the absolute lifetime of sessions has passed,
/// remove the old key.
///
/// ```swift
/// guard let key = EncryptionKey(bytes: bytes) else { fatalError("SESSION_KEY must have 32 bytes") }
/// let keys = WebKeys(key)
/// ```
public struct WebKeys: Sendable {
  let all: [KeyOfRing]

  /// Creates the keys.
  ///
  /// - Parameters:
  ///   - current: The key that encrypts.
  ///   - previous: Keys that only decrypt.
  public init(_ current: EncryptionKey, previous: [EncryptionKey] = []) {
    all = ([current] + previous).map(KeyOfRing.init)
  }

  var current: KeyOfRing { all[0] }
}

/// A key and its ID, which is derived from the key.
struct KeyOfRing: Sendable {
  static let idLength = 4

  let id: Data
  private let master: SymmetricKey

  init(_ key: EncryptionKey) {
    master = key.symmetric
    id = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key.symmetric, info: Data("AuthWeb key ID".utf8), outputByteCount: Self.idLength
    ).withUnsafeBytes { Data($0) }
  }

  /// Returns a key for one message. Deriving it from 16 random bytes removes the limit on the number of messages that one
  /// AES-GCM key can encrypt with random nonces.
  func derived(for purpose: SealingPurpose, salt: Data = Data()) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: master, salt: salt, info: Data("AuthWeb \(purpose.rawValue)".utf8), outputByteCount: 32)
  }
}

/// The use of a derived key. A value that was sealed for one purpose can't be opened for another.
package enum SealingPurpose: String, Sendable {
  case credential, session, pendingSignIn, pendingSignOut, demand
  case csrfToken
}
