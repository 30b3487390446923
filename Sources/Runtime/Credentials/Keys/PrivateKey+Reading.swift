import Crypto
import CryptoExtras
import Foundation

extension PrivateKey {
  /// Reads a private key in PEM: PKCS #8, or the older formats of RSA and EC keys.
  ///
  /// - Parameters:
  ///   - pem: The key. A file that also contains certificates isn't accepted.
  ///   - algorithm: The algorithm, or `nil` for the first one that the key supports: RS256 for RSA.
  ///   - keyID: The key ID under which the provider knows the key.
  /// - Throws: ``KeyFailure``.
  public init(pem: Secret, algorithm: SignatureAlgorithm? = nil, keyID: String? = nil) throws(KeyFailure) {
    guard let material = Material(pem: pem.reveal()) else { throw .malformed }
    try self.init(material, algorithm, keyID: keyID)
  }

  /// Reads a private JSON Web Key (RFC 7517 §4, RFC 7518 §6, RFC 8037 §2).
  ///
  /// - Parameters:
  ///   - jwk: The key, as JSON. Its `alg` and `kid` are used if you don't pass others.
  ///   - algorithm: The algorithm, or `nil` for the key's own.
  ///   - keyID: The key ID, or `nil` for the key's own.
  /// - Throws: ``KeyFailure``.
  public init(jwk: Secret, algorithm: SignatureAlgorithm? = nil, keyID: String? = nil) throws(KeyFailure) {
    guard let members = JSONValue(parsing: Data(jwk.reveal().utf8))?.object else { throw .malformed }
    let stated = members["alg"]?.string.flatMap(SignatureAlgorithm.init)
    let material = try Material.read(jwk: members)
    try self.init(material, algorithm ?? stated, keyID: keyID ?? members["kid"]?.string)
    // The public members must be those of the private key. Otherwise, a proof would name one key and use another.
    guard try PublicKey(members).material == publicKey.material else { throw .malformed }
  }

  /// The key in PEM (PKCS #8), to store it where secrets are protected.
  public var pem: Secret {
    switch material {
    case .rsa(let key): Secret(key.pkcs8PEMRepresentation)
    case .p256(let key): Secret(key.pemRepresentation)
    case .p384(let key): Secret(key.pemRepresentation)
    case .p521(let key): Secret(key.pemRepresentation)
    case .ed25519(let key): Secret(key.pemRepresentation)
    }
  }
}

extension PrivateKey.Material {
  init?(pem: String) {
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
      self = .p256(key)
    } else if let key = try? P384.Signing.PrivateKey(pemRepresentation: pem) {
      self = .p384(key)
    } else if let key = try? P521.Signing.PrivateKey(pemRepresentation: pem) {
      self = .p521(key)
    } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
      self = .rsa(key)
    } else if let key = try? Curve25519.Signing.PrivateKey(pemRepresentation: pem) {
      self = .ed25519(key)
    } else {
      return nil
    }
  }

  static func read(jwk members: [String: JSONValue]) throws(KeyFailure) -> Self {
    let (type, curve) = (members["kty"]?.string ?? "", members["crv"]?.string ?? "")
    guard ["EC P-256", "EC P-384", "EC P-521", "OKP Ed25519"].contains("\(type) \(curve)") || type == "RSA" else {
      throw .unsupportedType(curve.isEmpty ? type : curve)
    }
    guard let secret = number("d", in: members) else { throw .malformed }
    let material: Self? =
      switch curve {
      case "P-256": (try? P256.Signing.PrivateKey(rawRepresentation: secret)).map(Self.p256)
      case "P-384": (try? P384.Signing.PrivateKey(rawRepresentation: secret)).map(Self.p384)
      case "P-521": (try? P521.Signing.PrivateKey(rawRepresentation: secret)).map(Self.p521)
      case "Ed25519": (try? Curve25519.Signing.PrivateKey(rawRepresentation: secret)).map(Self.ed25519)
      default: rsa(members, secret)
      }
    guard let material else { throw .malformed }
    return material
  }

  private static func rsa(_ members: [String: JSONValue], _ secret: Data) -> Self? {
    guard let n = number("n", in: members), let e = number("e", in: members), let p = number("p", in: members),
      let q = number("q", in: members)
    else { return nil }
    return (try? _RSA.Signing.PrivateKey(n: n, e: e, d: secret, p: p, q: q)).map(Self.rsa)
  }

  private static func number(_ name: String, in members: [String: JSONValue]) -> Data? {
    members[name]?.string.flatMap { Base64URL.decode($0) }
  }
}
