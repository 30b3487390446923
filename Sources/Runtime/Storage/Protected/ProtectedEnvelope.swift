import Crypto
import Foundation

/// The contents of a file of ``ProtectedFileStore``: a credential, encrypted with a separate key, and that key as the platform
/// protects it. The platform's key therefore encrypts only 32 bytes, never a token.
struct ProtectedEnvelope: Sendable {
  /// `SAGP` and the version of the format.
  private static let header = Data("SAGP\u{1}".utf8)
  /// The maximum length of a protected key.
  static let maximumKeyLength = Int(UInt16.max)

  let protectedKey: Data
  let sealed: Data

  /// Encrypts with a new key.
  ///
  /// - Returns: `nil` if the protected key is empty or too long.
  init?(_ clear: Data, with key: SymmetricKey, protectedAs protectedKey: Data, for label: String) {
    guard !protectedKey.isEmpty, protectedKey.count <= Self.maximumKeyLength,
      let sealed = try? AES.GCM.seal(clear, using: key, authenticating: Self.bound(label)).combined
    else { return nil }
    (self.protectedKey, self.sealed) = (protectedKey, sealed)
  }

  /// Parses ``bytes``. Returns `nil` if they are invalid.
  init?(bytes: Data) {
    let bytes = Array(bytes)
    let start = Self.header.count
    guard bytes.starts(with: Self.header), bytes.count > start + 2 else { return nil }
    let end = start + 2 + (Int(bytes[start]) << 8 | Int(bytes[start + 1]))
    guard end > start + 2, end < bytes.count else { return nil }
    (protectedKey, sealed) = (Data(bytes[(start + 2)..<end]), Data(bytes[end...]))
  }

  var bytes: Data {
    Self.header + Data([UInt8(protectedKey.count >> 8), UInt8(protectedKey.count & 0xFF)]) + protectedKey + sealed
  }

  /// - Returns: `nil` if the key doesn't match, or the file belongs to another credential.
  func open(with key: SymmetricKey, for label: String) -> Data? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return try? AES.GCM.open(box, using: key, authenticating: Self.bound(label))
  }

  /// The data that is authenticated with the contents, so that a file can't replace another one.
  private static func bound(_ label: String) -> Data { header + Data(label.utf8) }
}
