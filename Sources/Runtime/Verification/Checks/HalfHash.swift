import Crypto
import Foundation

/// The left half of a string's hash, as in `at_hash`, `c_hash` and `s_hash` (OpenID Connect Core 1.0 §3.1.3.6).
package enum HalfHash {
  package static func of(_ text: String, signedWith algorithm: SignatureAlgorithm) -> String {
    let bytes = Data(text.utf8)
    let digest =
      switch algorithm.hash {
      case .sha256: Array(SHA256.hash(data: bytes))
      case .sha384: Array(SHA384.hash(data: bytes))
      case .sha512: Array(SHA512.hash(data: bytes))
      }
    return Base64URL.encode(digest.prefix(digest.count / 2))
  }
}

extension SignatureAlgorithm {
  enum Hash: Sendable {
    case sha256, sha384, sha512
  }

  /// The hash function of the algorithm. Ed25519 uses SHA-512 (RFC 8032 §5.1).
  var hash: Hash {
    switch self {
    case .rs256, .ps256, .es256, .hs256: .sha256
    case .rs384, .ps384, .es384, .hs384: .sha384
    case .rs512, .ps512, .es512, .hs512, .edDSA, .ed25519: .sha512
    }
  }
}
