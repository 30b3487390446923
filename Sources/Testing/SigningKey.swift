import AuthRuntime
import Crypto
import CryptoExtras
import Foundation

/// A private key of one signature algorithm, and its published members.
struct SigningKey: Sendable {
  /// Signs data in the format of JSON Web Signatures (RFC 7518 §3).
  let sign: @Sendable (Data) throws -> Data
  /// The members of the public key (RFC 7518 §6, RFC 8037 §2).
  let members: [String: JSONValue]

  static func p256() -> SigningKey {
    let key = P256.Signing.PrivateKey()
    return SigningKey(
      sign: { try key.signature(for: $0).rawRepresentation },
      members: Self.point(key.publicKey.rawRepresentation, on: .p256))
  }

  init(sign: @escaping @Sendable (Data) throws -> Data, members: [String: JSONValue]) {
    (self.sign, self.members) = (sign, members)
  }

  /// Creates a key. For HMAC, the key is the client's secret, and nothing is published.
  init(_ algorithm: SignatureAlgorithm, secret: Secret) throws {
    let scheme = algorithm.facts.scheme
    switch scheme {
    case .rsaPKCS1, .rsaPSS: self = try Self.rsa(algorithm, _RSA.Signing.PrivateKey(keySize: .bits2048))
    case .ecdsa(.p256): self = Self.p256()
    case .ecdsa(.p384):
      let key = P384.Signing.PrivateKey()
      sign = { try key.signature(for: $0).rawRepresentation }
      members = Self.point(key.publicKey.rawRepresentation, on: .p384)
    case .ecdsa(.p521):
      let key = P521.Signing.PrivateKey()
      sign = { try key.signature(for: $0).rawRepresentation }
      members = Self.point(key.publicKey.rawRepresentation, on: .p521)
    case .ed25519:
      let key = Curve25519.Signing.PrivateKey()
      sign = { try key.signature(for: $0) }
      members = [
        "kty": .string(scheme.keyType), "crv": .string(scheme.curve ?? ""),
        "x": .string(Base64URL.encode(key.publicKey.rawRepresentation)),
      ]
    case .hmac:
      let key = SymmetricKey(data: Data(secret.reveal().utf8))
      sign =
        switch algorithm.facts.hash {
        case .sha256: { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
        case .sha384: { Data(HMAC<SHA384>.authenticationCode(for: $0, using: key)) }
        case .sha512: { Data(HMAC<SHA512>.authenticationCode(for: $0, using: key)) }
        }
      members = [:]
    }
  }

  static func rsa(_ algorithm: SignatureAlgorithm, _ key: _RSA.Signing.PrivateKey) throws -> SigningKey {
    let facts = algorithm.facts
    let numbers = try key.publicKey.getKeyPrimitives()
    let padding: _RSA.Signing.Padding = facts.scheme == .rsaPSS ? .PSS : .insecurePKCS1v1_5
    let members: [String: JSONValue] = [
      "kty": .string(facts.scheme.keyType), "n": .string(Base64URL.encode(numbers.modulus)),
      "e": .string(Base64URL.encode(numbers.publicExponent)),
    ]
    return SigningKey(
      sign: { input in
        switch facts.hash {
        case .sha256: try key.signature(for: SHA256.hash(data: input), padding: padding).rawRepresentation
        case .sha384: try key.signature(for: SHA384.hash(data: input), padding: padding).rawRepresentation
        case .sha512: try key.signature(for: SHA512.hash(data: input), padding: padding).rawRepresentation
        }
      }, members: members)
  }

  private static func point(_ point: Data, on curve: SignatureAlgorithm.Curve) -> [String: JSONValue] {
    let scheme = SignatureAlgorithm.Scheme.ecdsa(curve)
    return [
      "kty": .string(scheme.keyType), "crv": .string(curve.rawValue),
      "x": .string(Base64URL.encode(point.prefix(point.count / 2))),
      "y": .string(Base64URL.encode(point.suffix(point.count / 2))),
    ]
  }
}
