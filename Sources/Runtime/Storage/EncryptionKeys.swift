import Crypto
import Foundation

/// The keys that encrypt the tokens in an app's database.
///
/// New data is encrypted with the current key. Data that was encrypted with an earlier key stays readable. To rotate the key,
/// first deploy the new key as an earlier one to all servers, because servers that don't have it can't read its data. Then make
/// it the current key:
///
/// ```swift
/// let keys = EncryptionKeys(current: new, earlier: [old])
/// ```
///
/// The encrypted data contains an ID of its key, which is derived from the key. Each value is encrypted with AES-GCM and its own
/// key, which is derived from the app's key and a random salt (HKDF, RFC 5869). The number of values for one key is therefore
/// practically unlimited.
public struct EncryptionKeys: Sendable {
  private struct Entry: Sendable {
    let id: Data
    let key: SymmetricKey

    init(_ key: EncryptionKey) {
      self.key = key.symmetric
      id = Data(HMAC<SHA256>.authenticationCode(for: Data("swift-auth key ID".utf8), using: key.symmetric))
        .prefix(EncryptionKeys.idLength)
    }
  }

  private static let version = Data([1])
  private static let (idLength, saltLength) = (8, 32)
  private static let headerLength = version.count + idLength + saltLength

  private let current: Entry
  private let all: [Entry]

  /// Creates keys.
  ///
  /// - Parameters:
  ///   - current: The key for new data.
  ///   - earlier: Keys that also decrypt data: those that were the current one, and the next one while it's being deployed.
  public init(current: EncryptionKey, earlier: [EncryptionKey] = []) {
    self.current = Entry(current)
    all = [self.current] + earlier.map(Entry.init)
  }

  /// Encrypts data with the current key.
  ///
  /// - Parameter label: Authenticated with the data, so that it can't replace the data of another label.
  /// - Returns: `nil` if encryption fails.
  package func seal(_ clear: Data, label: Data) -> Data? {
    let salt = SymmetricKey(size: SymmetricKeySize(bitCount: Self.saltLength * 8)).withUnsafeBytes { Data($0) }
    let header = Self.version + current.id + salt
    let key = Self.derive(current.key, salt)
    return (try? AES.GCM.seal(clear, using: key, authenticating: header + label).combined).map { header + $0 }
  }

  /// Decrypts data.
  ///
  /// - Returns: `nil` if the data is damaged, has another label, or was encrypted with a key that isn't in this list.
  package func open(_ sealed: Data, label: Data) -> Data? {
    let sealed = Data(sealed)
    guard sealed.count > Self.headerLength, sealed.starts(with: Self.version) else { return nil }
    let header = sealed.prefix(Self.headerLength)
    let id = header.dropFirst(Self.version.count).prefix(Self.idLength)
    guard let entry = all.first(where: { $0.id == id }),
      let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(Self.headerLength))
    else { return nil }
    let key = Self.derive(entry.key, header.suffix(Self.saltLength))
    return try? AES.GCM.open(box, using: key, authenticating: header + label)
  }

  /// Whether data was encrypted with the current key.
  package func isCurrent(_ sealed: Data) -> Bool { sealed.starts(with: Self.version + current.id) }

  private static func derive(_ key: SymmetricKey, _ salt: Data) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Data("swift-auth value".utf8), outputByteCount: 32)
  }
}

extension EncryptionKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<redacted>" }
  public var debugDescription: String { "<redacted>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
