import AuthRuntime
import Crypto
import CryptoExtras
import Foundation

/// A private key of one signature algorithm, and what is published of it.
struct SigningKey: Sendable {
  /// The signature as JSON Web Signatures write it (RFC 7518 §3).
  let sign: @Sendable (Data) throws -> Data
  /// The members of the public key (RFC 7518 §6, RFC 8037 §2).
  let members: [String: JSONValue]

  static func p256() -> SigningKey {
    let key = P256.Signing.PrivateKey()
    return SigningKey(
      sign: { try key.signature(for: $0).rawRepresentation },
      members: Self.point(key.publicKey.rawRepresentation, on: "P-256"))
  }

  init(sign: @escaping @Sendable (Data) throws -> Data, members: [String: JSONValue]) {
    (self.sign, self.members) = (sign, members)
  }

  /// A new key; for HMAC the client's secret is the key, and nothing is published.
  init(_ algorithm: SignatureAlgorithm, secret: Secret) throws {
    switch algorithm {
    case .es256: self = Self.p256()
    case .es384:
      let key = P384.Signing.PrivateKey()
      sign = { try key.signature(for: $0).rawRepresentation }
      members = Self.point(key.publicKey.rawRepresentation, on: "P-384")
    case .es512:
      let key = P521.Signing.PrivateKey()
      sign = { try key.signature(for: $0).rawRepresentation }
      members = Self.point(key.publicKey.rawRepresentation, on: "P-521")
    case .edDSA, .ed25519:
      let key = Curve25519.Signing.PrivateKey()
      sign = { try key.signature(for: $0) }
      members = [
        "kty": .string("OKP"), "crv": .string("Ed25519"),
        "x": .string(Base64URL.encode(key.publicKey.rawRepresentation)),
      ]
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
      self = try Self.rsa(algorithm, _RSA.Signing.PrivateKey(keySize: .bits2048))
    case .hs256: self = Self.code(SHA256.self, secret)
    case .hs384: self = Self.code(SHA384.self, secret)
    case .hs512: self = Self.code(SHA512.self, secret)
    }
  }

  static func rsa(_ algorithm: SignatureAlgorithm, _ key: _RSA.Signing.PrivateKey) throws -> SigningKey {
    let numbers = try key.publicKey.getKeyPrimitives()
    let padding: _RSA.Signing.Padding = algorithm.rawValue.hasPrefix("P") ? .PSS : .insecurePKCS1v1_5
    let members: [String: JSONValue] = [
      "kty": .string("RSA"), "n": .string(Base64URL.encode(numbers.modulus)),
      "e": .string(Base64URL.encode(numbers.publicExponent)),
    ]
    return SigningKey(
      sign: { input in
        switch algorithm.rawValue.suffix(3) {
        case "384": try key.signature(for: SHA384.hash(data: input), padding: padding).rawRepresentation
        case "512": try key.signature(for: SHA512.hash(data: input), padding: padding).rawRepresentation
        default: try key.signature(for: SHA256.hash(data: input), padding: padding).rawRepresentation
        }
      }, members: members)
  }

  private static func code<Hash: HashFunction>(_: Hash.Type, _ secret: Secret) -> SigningKey {
    let key = SymmetricKey(data: Data(secret.reveal().utf8))
    return SigningKey(sign: { Data(HMAC<Hash>.authenticationCode(for: $0, using: key)) }, members: [:])
  }

  private static func point(_ point: Data, on curve: String) -> [String: JSONValue] {
    [
      "kty": .string("EC"), "crv": .string(curve), "x": .string(Base64URL.encode(point.prefix(point.count / 2))),
      "y": .string(Base64URL.encode(point.suffix(point.count / 2))),
    ]
  }
}
