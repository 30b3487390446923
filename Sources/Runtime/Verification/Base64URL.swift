import Foundation

/// Base64url without padding, in canonical form only (RFC 7515 §2, RFC 4648 §5 and §3.5).
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// The bytes, or `nil` when the text holds padding, another character, or bits that no encoder writes.
  ///
  /// A second spelling of the same bytes would let one signature fit two tokens.
  package static func decode(_ text: some StringProtocol) -> Data? {
    guard text.utf8.allSatisfy(isAlphabet) else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + padding
    guard let bytes = Data(base64Encoded: plain), encode(bytes) == text else { return nil }
    return bytes
  }

  private static func isAlphabet(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
