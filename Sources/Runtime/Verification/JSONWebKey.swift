import Foundation
import JWTKit

/// A server's public key for verifying signatures (RFC 7517 §4).
package struct JSONWebKey: Sendable, Hashable {
  let keyID: String?
  /// The issuer whose tokens this key signs, or `nil` if the key set doesn't say.
  let issuer: KeyIssuer?
  private let keyType: String
  private let use: String?
  private let algorithm: String?
  private let operations: [String]?
  private let fields: [String: JSONValue]

  struct UnusableKey: Error {}

  /// Returns `nil` if the value isn't a key, if a member has the wrong type, or if the key contains its private part,
  /// with which anyone could sign.
  package init?(_ value: JSONValue) {
    guard case .object(let members) = value, let keyType = members["kty"]?.string else { return nil }
    // Some servers write `null` for missing members.
    let fields = members.filter { $0.value != .null || !Self.optional.contains($0.key) }
    guard Self.texts.allSatisfy({ fields[$0] == nil || fields[$0]?.string != nil }), fields["d"] == nil else {
      return nil
    }
    let operations = fields["key_ops"]?.array?.compactMap(\.string)
    guard operations?.count == fields["key_ops"]?.array?.count, (operations == nil) == (fields["key_ops"] == nil) else {
      return nil
    }
    self.keyType = keyType
    self.keyID = fields["kid"]?.string
    self.issuer = fields["issuer"]?.string.map(KeyIssuer.init)
    self.use = fields["use"]?.string
    self.algorithm = fields["alg"]?.string
    self.operations = operations
    self.fields = fields.filter { Self.material.contains($0.key) }
  }

  private static let texts = ["kid", "use", "alg", "crv", "issuer"]
  private static let optional: Set = ["kid", "use", "alg", "key_ops", "issuer"]
  private static let material: Set = ["crv", "n", "e", "x", "y"]

  /// Whether this key may verify a token with the algorithm. Its type, curve, `use`, `alg`, and `key_ops` must all
  /// match.
  func fits(_ wanted: SignatureAlgorithm) -> Bool {
    let scheme = wanted.facts.scheme
    let typeFits = keyType == scheme.keyType && (scheme.curve == nil || fields["crv"]?.string == scheme.curve)
    let useFits = use == nil || use == "sig"
    let algorithmFits = algorithm.map(wanted.isCalled) ?? true
    let operationFits = operations?.contains("verify") ?? true
    return typeFits && useFits && algorithmFits && operationFits
  }

  /// Whether a token with this key ID may be signed by this key. A token without a key ID may be signed by any key.
  func isNamed(_ name: String?) -> Bool {
    guard let name else { return true }
    return keyID?.isExactly(name) ?? false
  }

  /// Whether both are the same key. Their IDs may differ.
  func hasMaterial(of other: JSONWebKey) -> Bool {
    keyType == other.keyType && fields == other.fields
  }

  /// Whether this key can verify a token with the algorithm: it fits, and the cryptography library accepts it.
  package func canVerify(_ algorithm: SignatureAlgorithm) async -> Bool {
    guard fits(algorithm) else { return false }
    return (try? await SignatureVerifier(self, algorithm: algorithm)) != nil
  }

  func rsa() throws -> Insecure.RSA.PublicKey {
    let (modulus, exponent) = (try text("n", bytes: nil), try text("e", bytes: nil))
    guard let n = Base64URL.decode(modulus), let e = Base64URL.decode(exponent), RSAKeyPolicy.allows(n, exponent: e)
    else { throw UnusableKey() }
    return try Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
  }

  func point(on curve: SignatureAlgorithm.Curve) throws -> ECDSAParameters {
    (x: try text("x", bytes: curve.coordinateBytes), y: try text("y", bytes: curve.coordinateBytes))
  }

  /// Returns a base64url member of exactly the given length (RFC 7518 §6.2.1.2).
  func text(_ name: String, bytes: Int?) throws -> String {
    guard let text = fields[name]?.string, let value = Base64URL.decode(text), bytes == nil || value.count == bytes
    else { throw UnusableKey() }
    return text
  }
}

extension SignatureAlgorithm {
  /// Whether this algorithm is the one in the key's `alg`. Ed25519 has two names (RFC 9864 §2.2).
  fileprivate func isCalled(_ name: String) -> Bool {
    name == rawValue || Self(rawValue: name)?.facts.isSame(as: facts) ?? false
  }
}

extension SignatureAlgorithm.Facts {
  fileprivate func isSame(as other: Self) -> Bool { scheme == other.scheme && hash == other.hash }
}
