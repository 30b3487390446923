import Crypto
import CryptoExtras
import Foundation

/// A client's private key for decrypting tokens (RFC 7516). Use a different key for signatures.
///
/// ```swift
/// let key = try DecryptionKey(pem: Secret(pem), keyID: "enc-2026")
/// print(key.publicKey.jwk)    // the key to register with the provider, with `"use": "enc"`
/// ```
///
/// Printing a key shows only its public half.
public struct DecryptionKey: Sendable {
  /// The public key, which the provider encrypts for.
  public var publicKey: PublicKey
  let material: Material

  /// The key of a cryptography library.
  enum Material: Sendable {
    /// The library's type for RSA keys that decrypt isn't `Sendable`, so this key is converted for each token.
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.KeyAgreement.PrivateKey)
    case x25519(Curve25519.KeyAgreement.PrivateKey)
  }

  /// Creates a new key on the curve P-256. Nothing else knows it until you save ``pem``.
  ///
  /// - Throws: ``KeyFailure/malformed`` if the public half can't be represented as a JSON Web Key. This never happens
  ///   for a new key on P-256.
  public init(keyID: String? = nil) throws(KeyFailure) {
    try self.init(.p256(P256.KeyAgreement.PrivateKey()), keyID: keyID)
  }

  /// Reads a private key in PEM: an RSA key, or a key on P-256 or X25519.
  ///
  /// - Throws: ``KeyFailure/malformed``.
  public init(pem: Secret, keyID: String? = nil) throws(KeyFailure) {
    let text = pem.reveal()
    if let key = try? P256.KeyAgreement.PrivateKey(pemRepresentation: text) {
      try self.init(.p256(key), keyID: keyID)
    } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) {
      try self.init(.rsa(key), keyID: keyID)
    } else if let key = try? Curve25519.KeyAgreement.PrivateKey(pemRepresentation: text) {
      try self.init(.x25519(key), keyID: keyID)
    } else {
      throw .malformed
    }
  }

  /// Reads a private JSON Web Key (RFC 7517 §4, RFC 7518 §6, RFC 8037 §2).
  ///
  /// - Throws: ``KeyFailure``. A key whose `use` is `sig` is malformed here.
  public init(jwk: Secret, keyID: String? = nil) throws(KeyFailure) {
    guard let members = JSONValue(parsing: Data(jwk.reveal().utf8))?.object else { throw .malformed }
    guard members["use"].map({ $0.string == "enc" }) ?? true else { throw .malformed }
    try self.init(Material.read(jwk: members), keyID: keyID ?? members["kid"]?.string)
    // The public members must be those of the private key.
    guard try PublicKey(members).material == publicKey.material else { throw .malformed }
  }

  /// Reads a key in either format.
  init(text: Secret) throws(KeyFailure) {
    let isObject = text.reveal().first { !$0.isWhitespace } == "{"
    if isObject { try self.init(jwk: text) } else { try self.init(pem: text) }
  }

  private init(_ material: Material, keyID: String?) throws(KeyFailure) {
    self.material = material
    publicKey = try material.publicKey()
    publicKey.keyID = keyID
  }

  /// The key in PEM (PKCS #8), to store it where secrets are protected.
  public var pem: Secret {
    switch material {
    case .rsa(let key): Secret(key.pkcs8PEMRepresentation)
    case .p256(let key): Secret(key.pemRepresentation)
    case .x25519(let key): Secret(key.pemRepresentation)
    }
  }

  /// The algorithm of the keys that are encrypted for this one.
  var algorithm: ProviderConfiguration.EncryptionRules.Algorithm {
    if case .rsa = material { .rsaOAEP256 } else { .ecdhES }
  }
}

extension DecryptionKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "DecryptionKey(\(algorithm.rawValue), \(publicKey.thumbprint))" }
  public var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}

extension DecryptionKey.Material {
  static func read(jwk members: [String: JSONValue]) throws(KeyFailure) -> Self {
    let (type, curve) = (members["kty"]?.string ?? "", members["crv"]?.string ?? "")
    guard ["EC P-256", "OKP X25519"].contains("\(type) \(curve)") || type == "RSA" else {
      throw .unsupportedType(curve.isEmpty ? type : curve)
    }
    func number(_ name: String) -> Data? { members[name]?.string.flatMap { Base64URL.decode($0) } }
    guard let secret = number("d") else { throw .malformed }
    let material: Self?
    switch (type, number("n"), number("e"), number("p"), number("q")) {
    case ("EC", _, _, _, _):
      material = (try? P256.KeyAgreement.PrivateKey(rawRepresentation: secret)).map(Self.p256)
    case ("OKP", _, _, _, _):
      material = (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)).map(Self.x25519)
    case (_, let n?, let e?, let p?, let q?):
      material = (try? _RSA.Signing.PrivateKey(n: n, e: e, d: secret, p: p, q: q)).map(Self.rsa)
    default: material = nil
    }
    guard let material else { throw .malformed }
    return material
  }

  fileprivate func publicKey() throws(KeyFailure) -> PublicKey {
    switch self {
    case .rsa(let key): try PublicKey(key.publicKey)
    case .p256(let key): try PublicKey(key.publicKey.rawRepresentation, on: .p256)
    case .x25519(let key): try PublicKey(type: "OKP", curve: "X25519", ["x": key.publicKey.rawRepresentation])
    }
  }
}
