import Crypto
import Foundation

/// What a file of ``ProtectedFileStore`` holds: a credential, encrypted with a key of its own, and that key as the platform
/// protects it. So the platform's key sees 32 bytes and never a token.
struct ProtectedEnvelope: Sendable {
  /// `SAGP` and the version of the format.
  private static let header = Data("SAGP\u{1}".utf8)
  /// A key's length, however long the platform makes it.
  static let longestKey = Int(UInt16.max)

  let protectedKey: Data
  let sealed: Data

  /// Encrypts with a key that was made for this.
  ///
  /// - Returns: `nil` when the protected key is empty or too long.
  init?(_ clear: Data, with key: SymmetricKey, protectedAs protectedKey: Data, for label: String) {
    guard !protectedKey.isEmpty, protectedKey.count <= Self.longestKey,
      let sealed = try? AES.GCM.seal(clear, using: key, authenticating: Self.bound(label)).combined
    else { return nil }
    (self.protectedKey, self.sealed) = (protectedKey, sealed)
  }

  /// Reads ``bytes``; `nil` for anything else.
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

  /// - Returns: `nil` with another key, and for the file of another credential.
  func open(with key: SymmetricKey, for label: String) -> Data? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return try? AES.GCM.open(box, using: key, authenticating: Self.bound(label))
  }

  /// What the text is bound to, so that no file can take the place of another.
  private static func bound(_ label: String) -> Data { header + Data(label.utf8) }
}
