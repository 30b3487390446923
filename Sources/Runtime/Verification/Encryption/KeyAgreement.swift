import Crypto
import Foundation

/// Derives a content encryption key with ECDH-ES in direct mode (RFC 7518 §4.6).
package enum KeyAgreement {
  /// The key derivation function of NIST SP 800-56A §5.8.1, with SHA-256 (RFC 7518 §4.6.2). One round is enough for all
  /// supported keys.
  ///
  /// - Parameters:
  ///   - secret: The shared secret.
  ///   - content: The algorithm of the content. Its name and key length are a part of the input.
  ///   - partyU: The decoded `apu`.
  ///   - partyV: The decoded `apv`.
  package static func key(
    from secret: some ContiguousBytes, for content: ProviderConfiguration.EncryptionRules.Content, partyU: Data,
    partyV: Data
  ) -> SymmetricKey {
    var hash = SHA256()
    hash.update(data: number(1))
    secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
    for text in [Data(content.rawValue.utf8), partyU, partyV] {
      hash.update(data: number(text.count))
      hash.update(data: text)
    }
    hash.update(data: number(content.keyBytes * 8))
    return SymmetricKey(data: Data(hash.finalize()).prefix(content.keyBytes))
  }

  private static func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
}

extension EncryptedToken {
  /// The decoded `apu` or `apv`, or empty bytes if the header doesn't have it. It's `nil` if it isn't base64url.
  func party(_ name: String) -> Data? {
    guard let value = header[name] else { return Data() }
    return value.string.flatMap { Base64URL.decode($0) }
  }

  /// A coordinate of the sender's key (RFC 7518 §4.6.1.1), or `nil` if it isn't valid.
  fileprivate func coordinate(_ name: String) -> Data? {
    let value = header["epk"]?.object?[name]?.string.flatMap { Base64URL.decode($0) }
    return value?.count == 32 ? value : nil
  }

  fileprivate func isKey(_ type: String, on curve: String) -> Bool {
    let key = header["epk"]?.object
    return key?["kty"]?.string == type && key?["crv"]?.string == curve
  }
}

extension DecryptionKey {
  /// Returns the content encryption key, or `nil` if the token wasn't encrypted for a key like this one.
  func agreedKey(of token: EncryptedToken) -> SymmetricKey? {
    guard token.key.isEmpty, let secret = sharedSecret(with: token), let partyU = token.party("apu"),
      let partyV = token.party("apv")
    else { return nil }
    return KeyAgreement.key(from: secret, for: token.content, partyU: partyU, partyV: partyV)
  }

  private func sharedSecret(with token: EncryptedToken) -> SharedSecret? {
    switch material {
    case .rsa: return nil
    case .p256(let key):
      // The library rejects a point that isn't on the curve, which would reveal the private key (RFC 8725 §2.4).
      guard token.isKey("EC", on: "P-256"), let x = token.coordinate("x"), let y = token.coordinate("y"),
        let sender = try? P256.KeyAgreement.PublicKey(rawRepresentation: x + y)
      else { return nil }
      return try? key.sharedSecretFromKeyAgreement(with: sender)
    case .x25519(let key):
      guard token.isKey("OKP", on: "X25519"), let x = token.coordinate("x"),
        let sender = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: x),
        let secret = try? key.sharedSecretFromKeyAgreement(with: sender)
      else { return nil }
      // With a point of small order, everyone knows the secret (RFC 7748 §6.1).
      return secret.withUnsafeBytes { $0.reduce(0, |) } == 0 ? nil : secret
    }
  }
}
