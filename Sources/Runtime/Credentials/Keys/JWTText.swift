import Crypto
import Foundation

/// The compact serialization of a signed JWT (RFC 7515 §3.1).
enum JWTText {
  /// Returns the bytes to sign: the header and the claims.
  static func signingInput(_ header: [String: JSONValue], _ claims: [String: JSONValue]) -> String {
    part(header) + "." + part(claims)
  }

  static func signed(_ input: String, _ signature: Data) -> String {
    input + "." + Base64URL.encode(signature)
  }

  private static func part(_ members: [String: JSONValue]) -> String {
    Base64URL.encode(JSONValue.object(members).encoded)
  }
}

extension SignatureAlgorithm.Hash {
  /// Returns the HMAC of a message (RFC 7518 §3.2).
  func code(of message: Data, key: Secret) -> Data {
    let key = SymmetricKey(data: Data(key.reveal().utf8))
    return switch self {
    case .sha256: Data(HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .sha384: Data(HMAC<SHA384>.authenticationCode(for: message, using: key))
    case .sha512: Data(HMAC<SHA512>.authenticationCode(for: message, using: key))
    }
  }
}
