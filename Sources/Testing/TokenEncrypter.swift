import AuthRuntime
import Crypto
import CryptoExtras
import Foundation

/// Encrypts signed tokens for a client, as a provider does (RFC 7516 §5.1).
public struct TokenEncrypter: Sendable {
  /// The algorithm of the content.
  public typealias Content = ProviderConfiguration.EncryptionRules.Content

  /// Parameters that replace those of the header. `null` removes a parameter.
  public var header: [String: JSONValue] = [:]
  private let key: PublicKey
  private let content: Content

  struct UnsupportedKey: Error {}

  /// Creates an encrypter.
  ///
  /// - Parameters:
  ///   - key: The client's public key: an RSA key, or a key on P-256 or X25519.
  ///   - content: The algorithm of the content.
  public init(for key: PublicKey, content: Content = .a128CBCHS256) {
    (self.key, self.content) = (key, content)
  }

  /// Returns the encrypted token in compact form.
  ///
  /// - Throws: An error if the key isn't an RSA key or a key on P-256 or X25519, or if its parameters are invalid.
  public func encrypt(_ token: String) throws -> String {
    let (contentKey, transport) = try keys()
    var header = transport.header
    header["enc"] = .string(content.rawValue)
    header["cty"] = "JWT"
    header["kid"] = key.keyID.map { .string($0) }
    header = header.merging(self.header) { $1 }.filter { $0.value != .null }
    let protected = Base64URL.encode(try JSONEncoder().encode(header))
    let sealed = try seal(Data(token.utf8), with: contentKey, authenticating: Data(protected.utf8))
    let parts = [transport.encryptedKey, sealed.iv, sealed.ciphertext, sealed.tag].map { Base64URL.encode($0) }
    return ([protected] + parts).joined(separator: ".")
  }

  /// Makes a content key, and the parts of the token that convey it to the client.
  private func keys() throws -> (SymmetricKey, (header: [String: JSONValue], encryptedKey: Data)) {
    switch (key.material["kty"]?.string, key.material["crv"]?.string) {
    case ("RSA", _):
      let contentKey = SymmetricKey(size: SymmetricKeySize(bitCount: content.keyBytes * 8))
      let rsa = try _RSA.Encryption.PublicKey(n: number("n"), e: number("e"))
      let encrypted = try rsa.encrypt(contentKey.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256)
      return (contentKey, (["alg": "RSA-OAEP-256"], encrypted))
    case (_, "P-256"):
      let own = P256.KeyAgreement.PrivateKey()
      let client = try P256.KeyAgreement.PublicKey(rawRepresentation: number("x") + number("y"))
      let point = own.publicKey.rawRepresentation
      let epk = ["x": point.prefix(32), "y": point.suffix(32)].mapValues { JSONValue.string(Base64URL.encode($0)) }
      return (agreed(try own.sharedSecretFromKeyAgreement(with: client)), (agreement("EC", epk), Data()))
    case (_, "X25519"):
      let own = Curve25519.KeyAgreement.PrivateKey()
      let client = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: number("x"))
      let epk = ["x": JSONValue.string(Base64URL.encode(own.publicKey.rawRepresentation))]
      return (agreed(try own.sharedSecretFromKeyAgreement(with: client)), (agreement("OKP", epk), Data()))
    default: throw UnsupportedKey()
    }
  }

  private func agreed(_ secret: SharedSecret) -> SymmetricKey {
    KeyAgreement.key(from: secret, for: content, partyU: Data(), partyV: Data())
  }

  private func agreement(_ type: String, _ epk: [String: JSONValue]) -> [String: JSONValue] {
    let members: [String: JSONValue] = ["kty": .string(type), "crv": key.material["crv"] ?? .null]
    return ["alg": "ECDH-ES", "epk": .object(epk.merging(members) { $1 })]
  }

  private func number(_ name: String) throws -> Data {
    guard let number = key.material[name]?.string.flatMap({ Base64URL.decode($0) }) else { throw UnsupportedKey() }
    return number
  }

  private func seal(
    _ text: Data, with key: SymmetricKey, authenticating header: Data
  ) throws -> (iv: Data, ciphertext: Data, tag: Data) {
    guard content == .a128CBCHS256 else {
      let box = try AES.GCM.seal(text, using: key, authenticating: header)
      return (Data(box.nonce), box.ciphertext, box.tag)
    }
    let bytes = key.withUnsafeBytes { Data($0) }
    let iv = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let ciphertext = try AES._CBC.encrypt(
      text, using: SymmetricKey(data: bytes.suffix(16)), iv: AES._CBC.IV(ivBytes: iv))
    let length = withUnsafeBytes(of: UInt64(header.count * 8).bigEndian) { Data($0) }
    let code = HMAC<SHA256>.authenticationCode(
      for: header + iv + ciphertext + length, using: SymmetricKey(data: bytes.prefix(16)))
    return (iv, ciphertext, Data(code).prefix(16))
  }
}

#if Loopback && !os(Windows)
  extension TokenEncrypter {
    /// Encrypts a token with an error in it.
    func encrypt(_ token: String, fault: ScriptedFault.EncryptionFault?) throws -> String {
      switch fault {
      case nil: return try encrypt(token)
      case .missing: return token
      case .tag:
        let text = try encrypt(token)
        let end = text.split(separator: ".").last?.first == "A" ? "B" : "A"
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (parts.dropLast() + [end + (parts.last ?? "").dropFirst()]).joined(separator: ".")
      case .otherKey: return try TokenEncrypter(for: try DecryptionKey().publicKey, content: content).encrypt(token)
      case .compressed: return try with("zip", "DEF").encrypt(token)
      case .algorithm: return try with("alg", "RSA1_5").encrypt(token)
      case .nested: return try encrypt(try encrypt(token))
      }
    }

    private func with(_ name: String, _ value: JSONValue) -> TokenEncrypter {
      var copy = self
      copy.header[name] = value
      return copy
    }
  }
#endif
