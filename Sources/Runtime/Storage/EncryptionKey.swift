import Crypto
import Foundation

/// A key of 256 bits for ``EncryptedFileStore``. Where it comes from is the app's affair: a secret of its deployment, or a
/// file that only its user may read.
public struct EncryptionKey: Sendable {
  let symmetric: SymmetricKey

  /// - Parameter bytes: 32 bytes that nobody can guess; a password is none.
  /// - Returns: `nil` for another number of bytes.
  public init?(bytes: some ContiguousBytes & Collection) {
    guard bytes.count == 32 else { return nil }
    symmetric = SymmetricKey(data: bytes)
  }

  /// A new key.
  public init() {
    symmetric = SymmetricKey(size: .bits256)
  }

  /// The key itself. Keep it where the platform protects it.
  public func reveal() -> Data {
    symmetric.withUnsafeBytes { Data($0) }
  }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<redacted>" }
  public var debugDescription: String { "<redacted>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
