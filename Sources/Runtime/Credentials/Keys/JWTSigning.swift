import Foundation

/// A private key that signs JWTs for a client: client assertions, DPoP proofs, and request objects.
///
/// ``PrivateKey`` keeps the key in memory. For a key in a hardware security module, the Secure Enclave, or a key
/// management service, implement this protocol:
///
/// ```swift
/// struct RemoteKey: JWTSigning {
///   let algorithm = SignatureAlgorithm.es256
///   let publicKey: PublicKey
///   let service: KeyService
///
///   func signature(of message: Data) async throws -> Data {
///     try await service.sign(message, with: "client-key-2026")
///   }
/// }
/// ```
public protocol JWTSigning: Sendable {
  /// The algorithm of the signatures.
  var algorithm: SignatureAlgorithm { get }
  /// The public key, with the key ID under which the provider knows it.
  var publicKey: PublicKey { get }

  /// Signs a message.
  ///
  /// - Returns: The signature in the form that RFC 7518 §3 defines. For ECDSA, that's the concatenation of R and S, not
  ///   ASN.1.
  /// - Throws: Any error. The request then fails with ``ConfigurationFailure/unusableKey(_:)``, and the error is
  ///   discarded, because it may contain secrets.
  func signature(of message: Data) async throws -> Data
}

extension JWTSigning {
  /// Returns a signed JWT (RFC 7515 §3.1, RFC 7519 §3).
  ///
  /// - Parameters:
  ///   - claims: The payload.
  ///   - header: Parameters of the header in addition to `alg`.
  /// - Throws: The error of ``signature(of:)``.
  func jwt(_ claims: [String: JSONValue], header: [String: JSONValue]) async throws -> Secret {
    var header = header
    header["alg"] = .string(algorithm.rawValue)
    let input = JWTText.signingInput(header, claims)
    return Secret(JWTText.signed(input, try await signature(of: Data(input.utf8))))
  }
}
