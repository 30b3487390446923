import Crypto
import CryptoExtras
import Foundation

/// A client's private key in memory.
///
/// ```swift
/// let key = try PrivateKey(pem: Secret(pem), keyID: "2026-11")
/// ```
///
/// Printing a key shows only its public half.
public struct PrivateKey: JWTSigning {
  public let algorithm: SignatureAlgorithm
  public var publicKey: PublicKey
  let material: Material

  /// The key of a cryptography library.
  enum Material: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
  }

  /// Creates a new key. Nothing else knows it until you save ``pem``.
  ///
  /// - Parameters:
  ///   - algorithm: ES256, or another algorithm with elliptic curves.
  ///   - keyID: The key ID under which the provider will know it.
  /// - Throws: ``KeyFailure/unsuitable(_:)`` for RSA, whose keys take seconds to create, and for HMAC.
  public init(generating algorithm: SignatureAlgorithm = .es256, keyID: String? = nil) throws(KeyFailure) {
    let material: Material
    switch algorithm.facts.scheme {
    case .ecdsa(.p256): material = .p256(P256.Signing.PrivateKey())
    case .ecdsa(.p384): material = .p384(P384.Signing.PrivateKey())
    case .ecdsa(.p521): material = .p521(P521.Signing.PrivateKey())
    case .ed25519: material = .ed25519(Curve25519.Signing.PrivateKey())
    case .rsaPKCS1, .rsaPSS, .hmac: throw .unsuitable(algorithm)
    }
    try self.init(material, algorithm, keyID: keyID)
  }

  /// - Parameter algorithm: The algorithm, or `nil` for the first one that the key supports.
  init(_ material: Material, _ algorithm: SignatureAlgorithm?, keyID: String?) throws(KeyFailure) {
    let supported = SignatureAlgorithm.allowed(for: .clientKeys).filter(material.supports)
    guard let chosen = algorithm ?? supported.first, supported.contains(chosen) else {
      throw .unsuitable(algorithm ?? .es256)
    }
    self.material = material
    self.algorithm = chosen
    publicKey = try material.publicKey()
    publicKey.keyID = keyID
  }

  public func signature(of message: Data) throws -> Data {
    switch material {
    case .rsa(let key): try rsaSignature(of: message, with: key)
    case .p256(let key): try key.signature(for: message).rawRepresentation
    case .p384(let key): try key.signature(for: message).rawRepresentation
    case .p521(let key): try key.signature(for: message).rawRepresentation
    case .ed25519(let key): try key.signature(for: message)
    }
  }

  private func rsaSignature(of message: Data, with key: _RSA.Signing.PrivateKey) throws -> Data {
    let padding: _RSA.Signing.Padding = algorithm.facts.scheme == .rsaPSS ? .PSS : .insecurePKCS1v1_5
    return switch algorithm.facts.hash {
    case .sha256: try key.signature(for: SHA256.hash(data: message), padding: padding).rawRepresentation
    case .sha384: try key.signature(for: SHA384.hash(data: message), padding: padding).rawRepresentation
    case .sha512: try key.signature(for: SHA512.hash(data: message), padding: padding).rawRepresentation
    }
  }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "PrivateKey(\(algorithm.rawValue), \(publicKey.thumbprint))" }
  public var customMirror: Mirror { Mirror(self, children: ["algorithm": algorithm, "publicKey": publicKey]) }
}

extension PrivateKey.Material {
  func supports(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm.facts.scheme) {
    case (.rsa, .rsaPKCS1), (.rsa, .rsaPSS), (.p256, .ecdsa(.p256)), (.p384, .ecdsa(.p384)), (.p521, .ecdsa(.p521)),
      (.ed25519, .ed25519):
      true
    default: false
    }
  }

  func publicKey() throws(KeyFailure) -> PublicKey {
    switch self {
    case .rsa(let key): try PublicKey(key.publicKey)
    case .p256(let key): try PublicKey(key.publicKey.rawRepresentation, on: .p256)
    case .p384(let key): try PublicKey(key.publicKey.rawRepresentation, on: .p384)
    case .p521(let key): try PublicKey(key.publicKey.rawRepresentation, on: .p521)
    case .ed25519(let key): try PublicKey(type: "OKP", curve: "Ed25519", ["x": key.publicKey.rawRepresentation])
    }
  }
}
