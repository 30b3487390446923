import AuthConfiguration
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import AuthRuntime

/// Tokens whose tag is right, so that only the check of one part can reject them.
@Suite struct `Encrypted tokens of a sender that breaks one rule` {
  private static let text = "a.b.c"

  /// Encrypts a token with AES-GCM.
  private static func token(
    _ header: [String: JSONValue], _ contentKey: SymmetricKey, encryptedKey: Data = Data(), ivBytes: Int = 12
  ) throws -> String {
    let protected = Base64URL.encode(try JSONEncoder().encode(header))
    let iv = Data(repeating: 1, count: ivBytes)
    let box = try AES.GCM.seal(
      Data(text.utf8), using: contentKey, nonce: AES.GCM.Nonce(data: iv), authenticating: Data(protected.utf8))
    let parts = [encryptedKey, iv, box.ciphertext, box.tag].map { Base64URL.encode($0) }
    return ([protected] + parts).joined(separator: ".")
  }

  /// Encrypts a token for a key on P-256.
  ///
  /// - Parameters:
  ///   - members: Members that the header has in addition, or `null` for those that it doesn't have.
  ///   - split: The number of bytes of the sender's point that are in `x`.
  ///   - epk: Members of the sender's key that differ.
  private static func agreedToken(
    for key: DecryptionKey, _ members: [String: JSONValue] = [:], epk: [String: JSONValue] = [:], split: Int = 32,
    encryptedKey: Data = Data(), ivBytes: Int = 12
  ) throws -> String {
    let sender = P256.KeyAgreement.PrivateKey()
    let coordinates = ["x", "y"].compactMap { key.publicKey.material[$0]?.string.flatMap { Base64URL.decode($0) } }
    let client = try P256.KeyAgreement.PublicKey(rawRepresentation: coordinates.reduce(Data(), +))
    let point = sender.publicKey.rawRepresentation
    let own: [String: JSONValue] = [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Data(point.prefix(split)))),
      "y": .string(Base64URL.encode(Data(point.dropFirst(split)))),
    ]
    let contentKey = KeyAgreement.key(
      from: try sender.sharedSecretFromKeyAgreement(with: client), for: .a128GCM, partyU: Data(), partyV: Data())
    let header: [String: JSONValue] = [
      "alg": "ECDH-ES", "enc": "A128GCM", "epk": .object(own.merging(epk) { $1 }),
    ]
    return try token(
      header.merging(members) { $1 }, contentKey, encryptedKey: encryptedKey, ivBytes: ivBytes)
  }

  @Test func `A token without a mistake is decrypted`() throws {
    let key = try DecryptionKey()
    #expect(try TokenDecryption(for: key).decrypted(Self.agreedToken(for: key)) == Self.text)
    for type: JSONValue in ["JWT", "jwt", "application/jwt"] {
      #expect(try TokenDecryption(for: key).decrypted(Self.agreedToken(for: key, ["cty": type])) == Self.text)
    }
  }

  @Test func `An initialization vector of another length is rejected`() throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, ivBytes: 16)
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test func `An encrypted key is rejected if the key is agreed`() throws {
    // The tag doesn't protect this part.
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, encryptedKey: Data([1]))
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test(arguments: [["kty": "OKP"], ["crv": "P-384"], ["kty": .null], ["crv": 256]] as [[String: JSONValue]])
  func `A sender's key of another type or curve is rejected, even if its point is right`(
    epk: [String: JSONValue]
  ) throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, epk: epk)
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test(arguments: [31, 33, 0, 64])
  func `A coordinate of another length is rejected, even if both together are right`(split: Int) throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, split: split)
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test(arguments: ["apu", "apv"], ["QWxpY2U", "?", 7, .null, ["QWxpY2U"]] as [JSONValue])
  func `The names of the parties change the key, and must be valid`(name: String, value: JSONValue) throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, [name: value])
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test(arguments: [7, "JWE", "", "text/jwt", .null] as [JSONValue])
  func `A content that isn't called a JWT is rejected`(type: JSONValue) throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, ["cty": type])
    #expect(throws: TokenRejection.malformed("its content isn't a JWT")) {
      try TokenDecryption(for: key).decrypted(token)
    }
  }

  @Test(arguments: [[], "x", .null] as [JSONValue])
  func `Critical extensions are rejected in any form`(value: JSONValue) throws {
    let key = try DecryptionKey()
    let token = try Self.agreedToken(for: key, ["crit": value])
    #expect(throws: TokenRejection.criticalHeader) { try TokenDecryption(for: key).decrypted(token) }
  }

  @Test(arguments: 1...4)
  func `A part that isn't valid base64url is rejected`(index: Int) throws {
    let key = try DecryptionKey()
    var parts = try Self.agreedToken(for: key).split(separator: ".", omittingEmptySubsequences: false)
    parts[index] = "*"
    let token = parts.joined(separator: ".")
    #expect(throws: TokenRejection.malformed("a part of it isn't valid base64url")) {
      try TokenDecryption(for: key).decrypted(token)
    }
  }

  /// Encrypts a token for a key on X25519, as anyone can who chooses the sender's key or the shared secret.
  private static func agreedToken(
    for key: Curve25519.KeyAgreement.PrivateKey, epk: [String: JSONValue] = [:], secret: Data? = nil
  ) throws -> String {
    let sender = Curve25519.KeyAgreement.PrivateKey()
    let agreed = try sender.sharedSecretFromKeyAgreement(with: key.publicKey).withUnsafeBytes { Data($0) }
    let contentKey = KeyAgreement.key(from: secret ?? agreed, for: .a128GCM, partyU: Data(), partyV: Data())
    let own: [String: JSONValue] = [
      "kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(sender.publicKey.rawRepresentation)),
    ]
    return try token(["alg": "ECDH-ES", "enc": "A128GCM", "epk": .object(own.merging(epk) { $1 })], contentKey)
  }

  @Test(arguments: [([:], true), (["kty": "EC"], false), (["crv": "X448"], false)] as [([String: JSONValue], Bool)])
  func `A sender's key on X25519 must be called one`(epk: [String: JSONValue], isRight: Bool) throws {
    let own = Curve25519.KeyAgreement.PrivateKey()
    let decryption = try TokenDecryption(for: DecryptionKey(pem: Secret(own.pemRepresentation)))
    let token = try Self.agreedToken(for: own, epk: epk)
    #expect((try? decryption.decrypted(token)) == (isRight ? Self.text : nil))
  }

  /// RFC 7748 §6.1: the shared secret with a point of small order is zero for every private key.
  @Test(arguments: [0, 1] as [UInt8])
  func `A token that is encrypted with a shared secret of zero is rejected`(first: UInt8) throws {
    let own = Curve25519.KeyAgreement.PrivateKey()
    let decryption = try TokenDecryption(for: DecryptionKey(pem: Secret(own.pemRepresentation)))
    let x = JSONValue.string(Base64URL.encode(Data([first]) + Data(repeating: 0, count: 31)))
    let token = try Self.agreedToken(for: own, epk: ["x": x], secret: Data(repeating: 0, count: 32))
    #expect(throws: TokenRejection.undecryptable) { try decryption.decrypted(token) }
  }

  @Test(arguments: ProviderConfiguration.EncryptionRules.Content.allCases, [0, 15, 16, 17])
  func `A tag has exactly sixteen bytes`(content: ProviderConfiguration.EncryptionRules.Content, length: Int) throws {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.content = [content]
    let header = Base64URL.encode(Data(#"{"alg":"ECDH-ES","enc":"\#(content.rawValue)"}"#.utf8))
    let parts = [Data(), Data(repeating: 1, count: content.ivBytes), Data(), Data(repeating: 1, count: length)]
    let token = ([header] + parts.map { Base64URL.encode($0) }).joined(separator: ".")
    let result = Result { () throws(TokenRejection) in try EncryptedToken(token, by: rules) }
    if length == 16 {
      #expect(throws: Never.self) { try result.get() }
    } else {
      #expect(throws: TokenRejection.undecryptable) { try result.get() }
    }
  }

  @Test func `A content key of another length than its algorithm's is rejected`() throws {
    let own = try _RSA.Encryption.PrivateKey(keySize: .bits2048)
    let key = try DecryptionKey(pem: Secret(own.pemRepresentation))
    for (bits, isRight) in [(256, true), (128, false)] {
      let contentKey = SymmetricKey(size: SymmetricKeySize(bitCount: bits))
      let encrypted = try own.publicKey.encrypt(
        contentKey.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256)
      // With a key of 128 bits, this is a valid encryption with A128GCM that claims to be one with A256GCM.
      let token = try Self.token(
        ["alg": "RSA-OAEP-256", "enc": "A256GCM"], contentKey, encryptedKey: Data(encrypted))
      let result = Result { try TokenDecryption(for: key).decrypted(token) }
      #expect((try? result.get()) == (isRight ? Self.text : nil))
    }
  }
}
