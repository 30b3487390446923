import Crypto
import Foundation

/// A 256-bit key for ``EncryptedFileStore``, or for the sessions of a web app. The app decides where to keep it: in a secret of its
/// deployment, for example, or in a file that only its user can read.
public struct EncryptionKey: Sendable {
  package let symmetric: SymmetricKey

  /// Creates a key from its bytes.
  ///
  /// - Parameter bytes: 32 random bytes. Don't use a password.
  /// - Returns: `nil` if there aren't exactly 32 bytes.
  public init?(bytes: some ContiguousBytes & Collection) {
    guard bytes.count == 32 else { return nil }
    symmetric = SymmetricKey(data: bytes)
  }

  /// Creates a new random key.
  public init() {
    symmetric = SymmetricKey(size: .bits256)
  }

  /// Returns the bytes of the key. Store them only where the platform protects them.
  public func reveal() -> Data {
    symmetric.withUnsafeBytes { Data($0) }
  }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<redacted>" }
  public var debugDescription: String { "<redacted>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
