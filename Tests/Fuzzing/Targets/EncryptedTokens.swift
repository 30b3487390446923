import Crypto
import CryptoExtras
import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The first byte selects the key, and whether the input is an encrypted token or the content of one.
  static let jwe = FuzzEntry(longest: 16_384) { bytes in
    let (variant, input) = bytes.variant
    let decryption = Fixture.decryptions[Int(variant >> 1) % Fixture.decryptions.count]
    guard variant & 1 == 1 else {
      guard let text = try? decryption.decrypted(input.text) else { return .rejected }
      try require(EncryptedToken.isEncrypted(input.text), "a token without five parts is decrypted")
      _ = try? SignedToken(text)
      return .accepted
    }
    let contents = ProviderConfiguration.EncryptionRules.Content.allCases
    let token = try Fixture.encrypted(input, with: contents[Int(variant >> 4) % contents.count])
    let text = try Fixture.decryptions[0].decrypted(token)
    try require(text.isExactly(input.text), "the content is changed")
    do throws(StepFailure) { _ = try SignedToken(text).claims() } catch { return .rejected }
    return .accepted
  }
}

extension Fixture {
  static let decryptions: [TokenDecryption] = {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.key = "{settings.key}"
    let keys = [
      #"{"kty":"EC","crv":"P-256","d":"\#(scalar)","x":"\#(x(agreement))","y":"\#(y(agreement))"}"#,
      #"{"kty":"OKP","crv":"X25519","d":"\#(scalar)","x":"\#(Base64URL.encode(curve.publicKey.rawRepresentation))"}"#,
    ]
    let made = keys.compactMap { key in
      try? TokenDecryption(rules, TemplateValues(configuration, now: { now }).adding("settings.key", key))
    }
    guard made.count == keys.count else { fatalError("a fixed key is invalid") }
    return made
  }()

  private static let scalar = Base64URL.encode([UInt8](repeating: 2, count: 32))
  private static let agreement = fixed { try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }
  private static let curve = fixed { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }

  private static func fixed<Key>(_ make: (Data) throws -> Key) -> Key {
    guard let key = try? make(Data(repeating: 2, count: 32)) else { fatalError("a fixed key is invalid") }
    return key
  }

  private static func x(_ key: P256.KeyAgreement.PrivateKey) -> String {
    Base64URL.encode(key.publicKey.rawRepresentation.prefix(32))
  }

  private static func y(_ key: P256.KeyAgreement.PrivateKey) -> String {
    Base64URL.encode(key.publicKey.rawRepresentation.suffix(32))
  }

  /// Encrypts for the first key. The sender's key is that key, too, so that nothing is random.
  static func encrypted(
    _ content: [UInt8], with algorithm: ProviderConfiguration.EncryptionRules.Content
  ) throws -> String {
    let header = """
      {"alg":"ECDH-ES","enc":"\(algorithm.rawValue)","cty":"JWT","epk":{"kty":"EC","crv":"P-256","x":"\(x(agreement))",\
      "y":"\(y(agreement))"}}
      """
    let protected = Base64URL.encode(header.utf8)
    let secret = try agreement.sharedSecretFromKeyAgreement(with: agreement.publicKey)
    let key = KeyAgreement.key(from: secret, for: algorithm, partyU: Data(), partyV: Data())
    let iv = Data(repeating: 3, count: algorithm.ivBytes)
    let (ciphertext, tag) = try sealed(Data(content), key, iv, Data(protected.utf8), algorithm)
    return "\(protected)..\(Base64URL.encode(iv)).\(Base64URL.encode(ciphertext)).\(Base64URL.encode(tag))"
  }

  private static func sealed(
    _ content: Data, _ key: SymmetricKey, _ iv: Data, _ header: Data,
    _ algorithm: ProviderConfiguration.EncryptionRules.Content
  ) throws -> (Data, tag: Data) {
    guard algorithm == .a128CBCHS256 else {
      let box = try AES.GCM.seal(content, using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: header)
      return (box.ciphertext, box.tag)
    }
    let bytes = key.withUnsafeBytes { Data($0) }
    let ciphertext = try AES._CBC.encrypt(
      content, using: SymmetricKey(data: bytes.suffix(16)), iv: AES._CBC.IV(ivBytes: iv))
    let length = withUnsafeBytes(of: UInt64(header.count * 8).bigEndian) { Data($0) }
    let code = HMAC<SHA256>.authenticationCode(
      for: header + iv + ciphertext + length, using: SymmetricKey(data: bytes.prefix(16)))
    return (ciphertext, Data(code).prefix(16))
  }
}
