import AuthRuntime
import Crypto
import CryptoExtras
import Foundation
import JWTKit

/// A server's key. It signs tokens, and each of the three compared libraries gets its public key.
struct SigningKey: Sendable {
  let algorithm: SignatureAlgorithm
  /// Signs bytes.
  let sign: @Sendable (Data) throws -> Data
  /// Checks only the signature, with swift-crypto.
  let isValid: @Sendable (_ signature: Data, _ signed: Data) throws -> Bool
  /// The members of the published key.
  let members: [String: String]
  /// The same key for jwt-kit.
  let jwtKit: JWTKeyCollection

  static let name = "key-1"

  static func es256() async throws -> SigningKey {
    let key = P256.Signing.PrivateKey()
    let point = key.publicKey.rawRepresentation
    let (x, y) = (point.prefix(32).base64URL, point.suffix(32).base64URL)
    return SigningKey(
      algorithm: .es256, sign: { try key.signature(for: $0).rawRepresentation },
      isValid: { try key.publicKey.isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: $0), for: $1) },
      members: ["kty": "EC", "crv": "P-256", "x": x, "y": y],
      jwtKit: await JWTKeyCollection().add(
        ecdsa: try ES256PublicKey(parameters: ECDSAParameters(x: x, y: y)), kid: JWKIdentifier(string: name)))
  }

  static func rs256() async throws -> SigningKey {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let numbers = try key.publicKey.getKeyPrimitives()
    let (n, e) = (numbers.modulus.base64URL, numbers.publicExponent.base64URL)
    return SigningKey(
      algorithm: .rs256,
      sign: { try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation },
      isValid: { signature, signed in
        key.publicKey.isValidSignature(
          _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed),
          padding: .insecurePKCS1v1_5)
      },
      members: ["kty": "RSA", "n": n, "e": e],
      jwtKit: await JWTKeyCollection().add(
        rsa: try Insecure.RSA.PublicKey(modulus: n, exponent: e), digestAlgorithm: .sha256,
        kid: JWKIdentifier(string: name)))
  }

  /// The key set published by the server.
  func published() throws -> Data {
    let names = ["kid": Self.name, "use": "sig", "alg": algorithm.rawValue]
    return try JSONEncoder().encode(["keys": [members.merging(names) { $1 }]])
  }

  /// A token in compact form.
  func token(_ claims: [String: JSONValue]) throws -> String {
    let header = try JSONEncoder().encode(["alg": algorithm.rawValue, "kid": Self.name, "typ": "JWT"])
    let input = header.base64URL + "." + (try JSONEncoder().encode(claims)).base64URL
    return input + "." + (try sign(Data(input.utf8))).base64URL
  }
}

extension Data {
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
