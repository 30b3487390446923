import Crypto
import Foundation

extension Hex {
  package static func hmacSHA256(of text: String, key: String) -> String {
    encode(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8))))
  }
}
