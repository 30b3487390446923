import Foundation
import JWTKit

/// A public key of a server, as far as it can verify signatures (RFC 7517 §4).
package struct JSONWebKey: Sendable {
  let keyID: String?
  private let keyType: String
  private let use: String?
  private let algorithm: String?
  private let operations: [String]?
  private let fields: [String: JSONValue]

  package init?(_ value: JSONValue) {
    guard case .object(let fields) = value, let keyType = fields["kty"]?.string else { return nil }
    self.keyType = keyType
    self.keyID = fields["kid"]?.string
    self.use = fields["use"]?.string
    self.algorithm = fields["alg"]?.string
    self.operations = fields["key_ops"]?.array?.compactMap(\.string)
    self.fields = fields
  }

  /// Whether this key may verify a token of the algorithm: type, curve, `use`, `alg` and `key_ops` must all agree.
  func fits(_ wanted: SignatureAlgorithm) -> Bool {
    let typeFits = keyType == wanted.keyType && (wanted.curve == nil || fields["crv"]?.string == wanted.curve)
    let useFits = use == nil || use == "sig"
    let algorithmFits = algorithm == nil || algorithm == wanted.rawValue
    let operationFits = operations?.contains("verify") ?? true
    return typeFits && useFits && algorithmFits && operationFits
  }

  /// Whether a token of the algorithm can be verified with this key: it fits, and the cryptography accepts it.
  package func canVerify(_ algorithm: SignatureAlgorithm) async -> Bool {
    guard fits(algorithm) else { return false }
    return (try? await verifier(for: algorithm)) != nil
  }

  /// Whether the signature over `input` was made by this key. A key that cannot be used verifies nothing.
  func verifies(_ signature: Data, over input: Data, with algorithm: SignatureAlgorithm) async -> Bool {
    do {
      return try await verifier(for: algorithm).verify(signature, signs: input)
    } catch {
      return false
    }
  }

  /// jwt-kit's implementation of one algorithm for this one key. The collection never sees the token, so its header
  /// cannot choose anything.
  private func verifier(for algorithm: SignatureAlgorithm) async throws -> any JWTAlgorithm {
    let keys = JWTKeyCollection()
    switch algorithm {
    case .rs256: await keys.add(rsa: try rsa(), digestAlgorithm: .sha256)
    case .rs384: await keys.add(rsa: try rsa(), digestAlgorithm: .sha384)
    case .rs512: await keys.add(rsa: try rsa(), digestAlgorithm: .sha512)
    case .ps256: await keys.add(pss: try rsa(), digestAlgorithm: .sha256)
    case .ps384: await keys.add(pss: try rsa(), digestAlgorithm: .sha384)
    case .ps512: await keys.add(pss: try rsa(), digestAlgorithm: .sha512)
    case .es256: await keys.add(ecdsa: try ES256PublicKey(parameters: point(bytes: 32)))
    case .es384: await keys.add(ecdsa: try ES384PublicKey(parameters: point(bytes: 48)))
    case .es512: await keys.add(ecdsa: try ES512PublicKey(parameters: point(bytes: 66)))
    case .edDSA: await keys.add(eddsa: try EdDSA.PublicKey(x: text("x", bytes: 32), curve: .ed25519))
    }
    return try await keys.getKey()
  }

  private func rsa() throws -> Insecure.RSA.PublicKey {
    let modulus = try text("n", bytes: nil)
    // RFC 7518 §3.3: 2048 bits or more.
    guard modulus.utf8.count >= 342 else { throw UnusableKey() }
    return try Insecure.RSA.PublicKey(modulus: modulus, exponent: text("e", bytes: nil))
  }

  private func point(bytes: Int) throws -> ECDSAParameters {
    (x: try text("x", bytes: bytes), y: try text("y", bytes: bytes))
  }

  /// A base64url member, of exactly the given length (RFC 7518 §6.2.1.2).
  private func text(_ name: String, bytes: Int?) throws -> String {
    guard let text = fields[name]?.string, let value = Base64URL.decode(text), bytes == nil || value.count == bytes
    else { throw UnusableKey() }
    return text
  }

  private struct UnusableKey: Error {}
}

extension SignatureAlgorithm {
  fileprivate var keyType: String {
    switch self {
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: "RSA"
    case .es256, .es384, .es512: "EC"
    case .edDSA: "OKP"
    }
  }

  fileprivate var curve: String? {
    switch self {
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: nil
    case .es256: "P-256"
    case .es384: "P-384"
    case .es512: "P-521"
    case .edDSA: "Ed25519"
    }
  }
}
