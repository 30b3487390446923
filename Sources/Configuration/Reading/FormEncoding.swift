/// Names and values in a query or a form body.
package enum FormEncoding {
  /// Encodes pairs as `application/x-www-form-urlencoded`. Every byte except the unreserved ones is percent-encoded, so
  /// that the result is valid in a query (RFC 3986 §3.4) and in a body (RFC 6749 appendix B).
  package static func encode(_ pairs: [(name: String, value: String)]) -> String {
    var form: [UInt8] = []
    form.reserveCapacity(pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 16 })
    for pair in pairs {
      if !form.isEmpty { form.append(UInt8(ascii: "&")) }
      escape(pair.name, into: &form)
      form.append(UInt8(ascii: "="))
      escape(pair.value, into: &form)
    }
    return String(decoding: form, as: UTF8.self)
  }

  package static func escape(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    escape(text, into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  private static func escape(_ text: String, into result: inout [UInt8]) {
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Escapes a value for a query, except for characters that a query may contain (RFC 3986 §3.4) and that don't end the
  /// value. Brackets are escaped, because Foundation traps if a query contains one.
  package static func escapeForQuery(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      "!$'()*,;:@/?".unicodeScalars.contains(scalar) ? String(scalar) : escape(String(scalar))
    }.joined()
  }

  /// Decodes a query or a form body. The result is `nil` if a percent escape is malformed or the bytes aren't valid
  /// UTF-8.
  package static func decode(_ text: some StringProtocol) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = unescape(part[..<end]), let value = unescape(part[end...].dropFirst()) else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func unescape(_ text: ArraySlice<UInt8>) -> String? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
        plain.append(high << 4 | low)
      default: plain.append(byte)
      }
    }
    return String(validUTF8: plain)
  }

  /// The value of a hexadecimal digit, or `nil` for another character.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Whether a byte is unreserved (RFC 3986 §2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
