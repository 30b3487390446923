import Crypto
import CryptoExtras
import Foundation

extension ProviderConfiguration.EncryptionRules.Content {
  /// The length of the content encryption key (RFC 7518 §5.2.3, §5.3).
  package var keyBytes: Int {
    switch self {
    case .a128GCM: 16
    case .a128CBCHS256, .a256GCM: 32
    }
  }

  /// The length of the initialization vector.
  var ivBytes: Int {
    switch self {
    case .a128CBCHS256: 16
    case .a128GCM, .a256GCM: 12
    }
  }
}

extension EncryptedToken {
  /// Decrypts the content.
  ///
  /// - Parameter key: The content encryption key.
  /// - Returns: `nil` if the tag is wrong. The reason isn't distinguished, so it can't help an attacker.
  func plaintext(with key: SymmetricKey) -> Data? {
    switch content {
    case .a128GCM, .a256GCM:
      guard let nonce = try? AES.GCM.Nonce(data: iv),
        let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
      else { return nil }
      return try? AES.GCM.open(box, using: key, authenticating: authenticated)
    case .a128CBCHS256: return plaintextOfCBC(with: key)
    }
  }

  /// RFC 7518 §5.2.2.2. The code is checked before anything is decrypted, so the padding reveals nothing.
  private func plaintextOfCBC(with key: SymmetricKey) -> Data? {
    let bytes = key.withUnsafeBytes { Data($0) }
    let length = UInt64(authenticated.count * 8).bigEndian
    var code = HMAC<SHA256>(key: SymmetricKey(data: bytes.prefix(16)))
    code.update(data: authenticated)
    code.update(data: iv)
    code.update(data: ciphertext)
    code.update(data: withUnsafeBytes(of: length) { Data($0) })
    guard constantTimeEquals(Data(code.finalize()).prefix(16), tag), let iv = try? AES._CBC.IV(ivBytes: iv) else {
      return nil
    }
    return try? AES._CBC.decrypt(ciphertext, using: SymmetricKey(data: bytes.suffix(16)), iv: iv)
  }
}

/// Compares bytes in a time that depends only on their number.
private func constantTimeEquals(_ lhs: Data, _ rhs: Data) -> Bool {
  guard lhs.count == rhs.count else { return false }
  return zip(lhs, rhs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
