import Foundation

/// Names and values as they stand in a query or a form body.
package enum FormEncoding {
  /// `application/x-www-form-urlencoded`, every byte but the unreserved ones percent-encoded, so that the same text is
  /// right in a query (RFC 3986 §3.4) and in a body (RFC 6749 appendix B).
  package static func encode(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
  }

  package static func escape(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if isUnreserved(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  /// Leaves what a query may hold as it is (RFC 3986 §3.4), except what would end the value. Brackets are not among it:
  /// Foundation ends the process when a query holds one.
  package static func escapeForQuery(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      "!$'()*,;:@/?".unicodeScalars.contains(scalar) ? String(scalar) : escape(String(scalar))
    }.joined()
  }

  /// Reads a query or a form body. `nil` when a percent-escape is broken or a byte is not UTF-8.
  package static func decode(_ text: some StringProtocol) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    for part in text.split(separator: "&") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = unescape(halves[0]), let value = unescape(halves.count == 2 ? halves[1] : "") else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func unescape(_ text: some StringProtocol) -> String? {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(scalar == "+" ? " " : scalar) }
    return String(plain).removingPercentEncoding
  }

  /// RFC 3986 §2.3.
  private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }
}
