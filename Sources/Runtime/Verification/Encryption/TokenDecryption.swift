import Crypto
import CryptoExtras
import Foundation

/// Decrypts tokens that a provider encrypted for this client (RFC 7516 §5.2).
///
/// Decryption proves nothing about the sender, because everyone knows the public key. The result is a signed token that
/// still has to be verified.
struct TokenDecryption: Sendable {
  let rules: ProviderConfiguration.EncryptionRules
  let key: DecryptionKey

  /// - Throws: ``ConfigurationFailure/unusableDecryptionKey``, if the setting is missing or isn't a key for one of the
  ///   algorithms.
  init(_ rules: ProviderConfiguration.EncryptionRules, _ values: TemplateValues) throws(StepFailure) {
    guard let text = try? values.text(rules.key), let key = try? DecryptionKey(text: Secret(text)),
      rules.algorithms.contains(key.algorithm)
    else { throw .configuration(.unusableDecryptionKey) }
    (self.rules, self.key) = (rules, key)
  }

  /// Returns the signed token in an encrypted one.
  ///
  /// - Throws: ``TokenRejection/encryptionNotAllowed(_:)``, ``TokenRejection/undecryptable``, or the reason for which the
  ///   token can't be read.
  func decrypted(_ text: String) throws(TokenRejection) -> String {
    let token = try EncryptedToken(text, by: rules)
    guard token.algorithm == key.algorithm else { throw .encryptionNotAllowed(token.algorithm.rawValue) }
    guard let key = contentKey(of: token), let plaintext = token.plaintext(with: key) else { throw .undecryptable }
    return String(decoding: plaintext, as: UTF8.self)
  }

  private func contentKey(of token: EncryptedToken) -> SymmetricKey? {
    guard case .rsa(let key) = key.material else { return key.agreedKey(of: token) }
    // If the padding is wrong, decryption continues with a random key and fails at the tag, so that neither the failure
    // nor its time reveals the cause (RFC 7516 §11.5).
    let random = SymmetricKey(size: SymmetricKeySize(bitCount: token.content.keyBytes * 8))
    let rsa = try? _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)
    let found = try? rsa?.decrypt(token.key, padding: .PKCS1_OAEP_SHA256)
    guard let found, found.count == token.content.keyBytes else { return random }
    return SymmetricKey(data: found)
  }
}

extension IDTokenVerifier {
  /// Returns the signed token in an encrypted one, or the token itself if it isn't encrypted.
  ///
  /// - Parameter isRequired: Whether the descriptor's `required` applies.
  /// - Throws: ``AuthFailure/idToken(_:)`` for every kind of token, and ``AuthFailure/configuration(_:)`` if the key can't be
  ///   used.
  func decrypted(_ token: Secret, isRequired: Bool = true) throws(StepFailure) -> Secret {
    guard let decryption = try decryption.get() else { return token }
    guard EncryptedToken.isEncrypted(token.reveal()) else {
      guard isRequired, decryption.rules.required else { return token }
      throw .idToken(.notEncrypted)
    }
    do { return Secret(try decryption.decrypted(token.reveal())) } catch { throw .idToken(error) }
  }
}
