import Crypto
import Foundation

/// The left half of a string's hash, as in `at_hash`, `c_hash`, and `s_hash` (OpenID Connect Core 1.0 §3.1.3.6).
package enum HalfHash {
  package static func of(_ text: String, signedWith algorithm: SignatureAlgorithm) -> String {
    let bytes = Data(text.utf8)
    let digest =
      switch algorithm.facts.hash {
      case .sha256: Array(SHA256.hash(data: bytes))
      case .sha384: Array(SHA384.hash(data: bytes))
      case .sha512: Array(SHA512.hash(data: bytes))
      }
    return Base64URL.encode(digest.prefix(digest.count / 2))
  }
}
