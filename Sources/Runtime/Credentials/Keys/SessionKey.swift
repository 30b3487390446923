import Foundation

/// The private key that the tokens of a session are bound to (RFC 9449). The credential contains it, so it's stored and removed
/// together with the tokens.
///
/// Copies share the prepared key.
struct SessionKey: Sendable {
  /// The form in which the credential contains the key.
  let encoded: JSONValue
  /// Makes proofs, or `nil` if this device can't use the key.
  let signer: ProofSigner?

  private enum Kind: String {
    case software
    /// The Secure Enclave of one Apple device. The stored data is useless elsewhere.
    case secureEnclave = "secure_enclave"
  }

  /// Creates a new key in memory.
  ///
  /// - Throws: ``KeyFailure/unsuitable(_:)`` for RSA and HMAC.
  init(generating algorithm: SignatureAlgorithm) throws(KeyFailure) {
    self.init(try PrivateKey(generating: algorithm))
  }

  init(_ key: PrivateKey) {
    encoded = Self.encoded(.software, key.algorithm, key.pem.reveal())
    signer = ProofSigner(key)
  }

  /// Creates a new key that can't leave this device if the device has a Secure Enclave and the algorithm is ES256. Otherwise, the
  /// key is in memory.
  ///
  /// - Throws: ``KeyFailure/unsuitable(_:)`` for RSA and HMAC.
  static func onDevice(_ algorithm: SignatureAlgorithm) throws(KeyFailure) -> SessionKey {
    #if canImport(CryptoKit) && canImport(Security)
      if algorithm == .es256, let key = SecureEnclaveKey() {
        return SessionKey(
          encoded: encoded(.secureEnclave, algorithm, key.representation.base64EncodedString()),
          signer: ProofSigner(key))
      }
    #endif
    return try SessionKey(generating: algorithm)
  }

  /// Reads a stored key. If this device can't use it, the result keeps the stored form, so that the credential can still be saved
  /// for the device that can.
  init(encoded: JSONValue) {
    self.init(encoded: encoded, signer: Self.signer(of: encoded))
  }

  private init(encoded: JSONValue, signer: ProofSigner?) {
    (self.encoded, self.signer) = (encoded, signer)
  }

  private static func signer(of encoded: JSONValue) -> ProofSigner? {
    guard let members = encoded.object, let data = members["key"]?.string,
      let algorithm = members["alg"]?.string.flatMap(SignatureAlgorithm.init)
    else { return nil }
    switch members["kind"]?.string.flatMap(Kind.init) {
    case .software: return (try? PrivateKey(pem: Secret(data), algorithm: algorithm)).map(ProofSigner.init)
    case .secureEnclave:
      #if canImport(CryptoKit) && canImport(Security)
        return Data(base64Encoded: data).flatMap(SecureEnclaveKey.init).map(ProofSigner.init)
      #else
        return nil
      #endif
    case nil: return nil
    }
  }

  private static func encoded(_ kind: Kind, _ algorithm: SignatureAlgorithm, _ key: String) -> JSONValue {
    ["kind": .string(kind.rawValue), "alg": .string(algorithm.rawValue), "key": .string(key)]
  }
}

extension SessionKey: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.encoded == rhs.encoded }

  func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

// The stored form contains the private key.
extension SessionKey: CustomStringConvertible, CustomReflectable {
  var description: String { "SessionKey(\(signer?.thumbprint ?? "unusable"))" }
  var customMirror: Mirror { Mirror(self, children: ["thumbprint": signer?.thumbprint as Any]) }
}
