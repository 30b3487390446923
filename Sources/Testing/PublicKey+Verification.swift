import AuthRuntime
import Crypto
import CryptoExtras
import Foundation

extension PublicKey {
  /// Returns the header and the claims of a JWT, or `nil` if this key didn't sign it with an algorithm for client keys.
  func content(of token: String) -> (header: [String: JSONValue], claims: [String: JSONValue])? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let head = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = JSONValue(parsing: head)?.object,
      let claims = JSONValue(parsing: body)?.object,
      let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init),
      SignatureAlgorithm.allowed(for: .clientKeys).contains(algorithm),
      verifies(signature, of: Data("\(parts[0]).\(parts[1])".utf8), by: algorithm)
    else { return nil }
    return (header, claims)
  }

  /// Whether this key made a signature in the form of RFC 7518 §3.
  private func verifies(_ signature: Data, of message: Data, by algorithm: SignatureAlgorithm) -> Bool {
    guard material["kty"]?.string == algorithm.facts.scheme.keyType else { return false }
    switch algorithm.facts.scheme {
    case .ecdsa(.p256):
      guard let key = try? P256.Signing.PublicKey(rawRepresentation: point),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .ecdsa(.p384):
      guard let key = try? P384.Signing.PublicKey(rawRepresentation: point),
        let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .ecdsa(.p521):
      guard let key = try? P521.Signing.PublicKey(rawRepresentation: point),
        let signature = try? P521.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .ed25519:
      return (try? Curve25519.Signing.PublicKey(rawRepresentation: number("x")))?.isValidSignature(
        signature, for: message) ?? false
    case .rsaPKCS1: return isRSA(signature, of: message, algorithm.facts.hash, .insecurePKCS1v1_5)
    case .rsaPSS: return isRSA(signature, of: message, algorithm.facts.hash, .PSS)
    case .hmac: return false
    }
  }

  private func isRSA(
    _ signature: Data, of message: Data, _ hash: SignatureAlgorithm.Hash, _ padding: _RSA.Signing.Padding
  ) -> Bool {
    guard let key = try? _RSA.Signing.PublicKey(n: number("n"), e: number("e")) else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch hash {
    case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
    case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
    case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
    }
  }

  private var point: Data { number("x") + number("y") }

  private func number(_ name: String) -> Data { material[name]?.string.flatMap { Base64URL.decode($0) } ?? Data() }
}
