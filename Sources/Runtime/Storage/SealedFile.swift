import Crypto
import Foundation

/// The contents of an encrypted file: `SAGC`, the version, for a passphrase the parameters of the derivation, and the output of
/// AES-GCM.
///
/// The version is 1 for a key and 2 for a passphrase. After version 2, one byte is the cost, and 16 bytes are the salt.
enum SealedFile {
  /// The key or passphrase of a file.
  enum Key: Sendable {
    case given(SymmetricKey)
    case passphrase(PassphraseKeys)
  }

  private static let name = Data("SAGC".utf8)
  private static let (withKey, withPassphrase) = (Data([1]), Data([2]))

  /// Encrypts a file.
  ///
  /// - Parameter label: Authenticated with the contents, so that a file can't replace another one.
  /// - Returns: `nil` if encryption fails.
  static func seal(_ clear: Data, with key: Key, label: Data) -> Data? {
    switch key {
    case .given(let key): return seal(clear, key, header: name + withKey, label)
    case .passphrase(let keys):
      guard let (derivation, key) = keys.forWriting() else { return nil }
      return seal(clear, key, header: name + withPassphrase + [derivation.cost.exponent] + derivation.salt, label)
    }
  }

  /// - Returns: `nil` if the file is damaged, or was written with another key.
  static func open(_ bytes: Data, with key: Key, label: Data) -> Data? {
    switch key {
    case .given(let key): return open(bytes, key, header: name + withKey, label)
    case .passphrase(let keys):
      guard let derivation = derivation(of: bytes), let key = keys.key(derivation) else { return nil }
      let header = name + withPassphrase + [derivation.cost.exponent] + derivation.salt
      guard let clear = open(bytes, key, header: header, label) else { return nil }
      keys.accept(derivation)
      return clear
    }
  }

  private static func derivation(of bytes: Data) -> PassphraseKeys.Derivation? {
    let rest = bytes.dropFirst(name.count + 1)
    guard bytes.starts(with: name + withPassphrase), let cost = rest.first.flatMap(ScryptCost.init(read:)) else {
      return nil
    }
    let salt = Data(rest.dropFirst().prefix(PassphraseKeys.Derivation.saltLength))
    guard salt.count == PassphraseKeys.Derivation.saltLength else { return nil }
    return PassphraseKeys.Derivation(cost: cost, salt: salt)
  }

  private static func seal(_ clear: Data, _ key: SymmetricKey, header: Data, _ label: Data) -> Data? {
    let combined = try? AES.GCM.seal(clear, using: key, authenticating: header + label).combined
    return combined.map { header + $0 }
  }

  private static func open(_ bytes: Data, _ key: SymmetricKey, header: Data, _ label: Data) -> Data? {
    guard bytes.starts(with: header), let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(header.count)) else {
      return nil
    }
    return try? AES.GCM.open(box, using: key, authenticating: header + label)
  }
}
