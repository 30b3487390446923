import Crypto
import Foundation

/// Hexadecimal digits.
package enum Hex {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  package static func hmacSHA256(of text: String, key: String) -> String {
    encode(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8))))
  }
}
