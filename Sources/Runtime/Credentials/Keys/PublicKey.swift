import Crypto
import CryptoExtras
import Foundation

/// The public half of a client's key, as a JSON Web Key (RFC 7517 §4).
public struct PublicKey: Sendable, Hashable {
  /// The members that define the key, such as `kty`, `crv`, `x`, and `y`. `kid`, `use`, and `alg` aren't among them.
  public let material: [String: JSONValue]
  /// The key ID under which the provider knows the key (§4.5).
  public var keyID: String?

  /// The names of the members that define a key, by key type (RFC 7638 §3.2, RFC 8037 §2).
  private static let names: [String: Set<String>] = [
    "RSA": ["kty", "n", "e"], "EC": ["kty", "crv", "x", "y"], "OKP": ["kty", "crv", "x"],
  ]

  /// Creates a public key from the members of a JSON Web Key. Other members, such as `use`, are ignored.
  ///
  /// - Throws: ``KeyFailure/unsupportedType(_:)`` if `kty` isn't `RSA`, `EC`, or `OKP`, or ``KeyFailure/malformed`` if a
  ///   member is missing or isn't a string.
  public init(_ members: [String: JSONValue]) throws(KeyFailure) {
    let type = members["kty"]?.string ?? ""
    guard let names = Self.names[type] else { throw .unsupportedType(type) }
    material = members.filter { names.contains($0.key) }
    guard material.count == names.count, material.values.allSatisfy({ $0.string != nil }) else { throw .malformed }
    keyID = members["kid"]?.string
  }

  /// Creates a public key from its numbers (RFC 7518 §6, RFC 8037 §2).
  init(type: String, curve: String? = nil, _ numbers: [String: Data]) throws(KeyFailure) {
    var members = numbers.mapValues { JSONValue.string(Base64URL.encode($0)) }
    members["kty"] = .string(type)
    members["crv"] = curve.map { .string($0) }
    try self.init(members)
  }

  /// Creates a public key from a point: its coordinates, one after the other (RFC 7518 §6.2.1).
  init(_ point: Data, on curve: SignatureAlgorithm.Curve) throws(KeyFailure) {
    let (x, y) = (point.prefix(curve.coordinateBytes), point.suffix(curve.coordinateBytes))
    try self.init(type: "EC", curve: curve.rawValue, ["x": x, "y": y])
  }

  /// Creates a public RSA key.
  ///
  /// - Throws: ``KeyFailure/malformed`` if the key isn't safe to use.
  init(_ key: _RSA.Signing.PublicKey) throws(KeyFailure) {
    guard let numbers = try? key.getKeyPrimitives(),
      RSAKeyPolicy.allows(numbers.modulus, exponent: numbers.publicExponent)
    else { throw .malformed }
    try self.init(type: "RSA", ["n": numbers.modulus, "e": numbers.publicExponent])
  }

  /// The key with its ID, for a header's `jwk` (RFC 7515 §4.1.3), without its use.
  public var jwk: [String: JSONValue] {
    var members = material
    members["kid"] = keyID.map { .string($0) }
    return members
  }

  /// The SHA-256 thumbprint in base64url, which identifies the key (RFC 7638 §3).
  public var thumbprint: String { Base64URL.encode(SHA256.hash(data: Data(canonicalText.utf8))) }

  /// The JSON object that defines the key, in the form that the thumbprint is computed from (RFC 7638 §3.3).
  var canonicalText: String {
    // The members are sorted by name and written without whitespace. Base64url and the names of curves need no escapes.
    let members = material.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value.string ?? "")""# }
    return "{\(members.joined(separator: ","))}"
  }
}
