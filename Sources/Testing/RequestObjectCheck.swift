import AuthRuntime
import Crypto
import CryptoExtras
import Foundation

/// A server's checks of a signed request (RFC 9101 §6; FAPI 2.0 Message Signing §5.3.1).
struct RequestObjectCheck {
  /// The client's public keys.
  let keys: [JSONValue]
  let clientID: String
  /// The server's issuer, if it has one.
  let audience: String?
  let now: Date

  /// Returns the parameters in a signed request, or `nil` if it's invalid.
  func parameters(of object: String) -> [String: String]? {
    let parts = object.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = members(parts[0]), let claims = members(parts[1]),
      let signature = Base64URL.decode(parts[2]),
      header["typ"] == "oauth-authz-req+jwt", let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init),
      keys.contains(where: { key in
        key.object?.verifies(signature, of: Data("\(parts[0]).\(parts[1])".utf8), by: algorithm) ?? false
      }), areValid(claims)
    else { return nil }
    let ofJWT: Set = ["iss", "aud", "iat", "nbf", "exp", "jti"]
    return claims.filter { !ofJWT.contains($0.key) }.compactMapValues { $0.spelling ?? json($0) }
  }

  private func areValid(_ claims: [String: JSONValue]) -> Bool {
    let time = now.timeIntervalSince1970
    guard claims["iss"] == .string(clientID), claims["client_id"] == .string(clientID),
      audience.map({ claims["aud"] == .string($0) }) ?? true, claims["request"] == nil, claims["request_uri"] == nil,
      let start = claims["nbf"]?.number, let end = claims["exp"]?.number
    else { return false }
    return start <= time + 10 && start > time - 3600 && end > time && end - start <= 3600
  }

  private func members(_ part: Substring) -> [String: JSONValue]? {
    Base64URL.decode(part).flatMap { JSONValue(parsing: $0)?.object }
  }

  private func json(_ value: JSONValue) -> String? {
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension [String: JSONValue] {
  /// Whether this public key verifies a signature (RFC 7518 §3, RFC 8037 §3.1).
  fileprivate func verifies(_ signature: Data, of message: Data, by algorithm: SignatureAlgorithm) -> Bool {
    let point = (number("x") ?? Data()) + (number("y") ?? Data())
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
    case .ed25519:
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: number("x") ?? Data()) else { return false }
      return key.isValidSignature(signature, for: message)
    case .rsaPSS, .rsaPKCS1:
      guard let n = number("n"), let e = number("e"), let key = try? _RSA.Signing.PublicKey(n: n, e: e),
        algorithm.facts.hash == .sha256
      else { return false }
      let padding: _RSA.Signing.Padding = algorithm.facts.scheme == .rsaPSS ? .PSS : .insecurePKCS1v1_5
      let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
      return key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
    case .ecdsa(.p521), .hmac: return false
    }
  }

  private func number(_ name: String) -> Data? { self[name]?.string.flatMap { Base64URL.decode($0) } }
}
