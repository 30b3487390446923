#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// A DPoP proof with a valid signature, as a server reads it (RFC 9449 §4.3).
  struct ReceivedProof {
    let header: [String: JSONValue]
    let claims: [String: JSONValue]
    let algorithm: SignatureAlgorithm
    let key: PublicKey

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let bytes = parts.compactMap { Base64URL.decode($0) }
      guard bytes.count == 3, let header = JSONValue(parsing: bytes[0])?.object,
        let claims = JSONValue(parsing: bytes[1])?.object,
        let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init),
        let jwk = header["jwk"]?.object, Set(jwk.keys).isDisjoint(with: ["d", "p", "q", "k"]),
        let key = try? PublicKey(jwk)
      else { return nil }
      let message = Data((parts[0] + "." + parts[1]).utf8)
      guard Self.isValid(bytes[2], of: message, jwk, algorithm) else { return nil }
      (self.header, self.claims, self.algorithm, self.key) = (header, claims, algorithm, key)
    }

    private static func isValid(
      _ signature: Data, of message: Data, _ jwk: [String: JSONValue], _ algorithm: SignatureAlgorithm
    ) -> Bool {
      func part(_ name: String) -> Data { jwk[name]?.string.flatMap { Base64URL.decode($0) } ?? Data() }
      let point = part("x") + part("y")
      do {
        switch algorithm.facts.scheme {
        case .ecdsa(.p256):
          return try P256.Signing.PublicKey(rawRepresentation: point)
            .isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .ecdsa(.p384):
          return try P384.Signing.PublicKey(rawRepresentation: point)
            .isValidSignature(P384.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .ecdsa(.p521):
          return try P521.Signing.PublicKey(rawRepresentation: point)
            .isValidSignature(P521.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .ed25519:
          return try Curve25519.Signing.PublicKey(rawRepresentation: part("x"))
            .isValidSignature(signature, for: message)
        case .rsaPKCS1, .rsaPSS, .hmac: return false
        }
      } catch {
        return false
      }
    }
  }
#endif
