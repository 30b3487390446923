import Foundation

/// A small JSON parser for untrusted input.
///
/// Foundation's decoder is designed for known types. To decode an arbitrary value, it has to try one type after
/// another, which takes minutes for a hundred kilobytes of nested input. It also silently keeps only one of two members
/// with the same name. Tokens are parsed before their signature can be checked, so both matter here.
struct JSONParser {
  /// The maximum nesting depth. Claims of real tokens nest three or four levels.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0

  static func parse(_ data: Data, maximumDepth: Int = maximumDepth) -> JSONValue? {
    let bytes = Array(data)
    // Strings are decoded from slices of the bytes later, so all bytes must be valid UTF-8. This also limits the time to
    // compare the names of members.
    guard bytes.isASCII || String(validUTF8: bytes) != nil else { return nil }
    var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    return parser.position == parser.bytes.count ? value : nil
  }

  private init(bytes: [UInt8], maximumDepth: Int) {
    (self.bytes, self.maximumDepth) = (bytes, maximumDepth)
  }

  private mutating func value(depth: Int) -> JSONValue? {
    guard depth < maximumDepth else { return nil }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return object(depth: depth + 1)
    case UInt8(ascii: "["): return array(depth: depth + 1)
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    position += 1
    var list: [(name: String, value: JSONValue)] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([:]) }
    list.reserveCapacity(16)
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = value(depth: depth) else { return nil }
      list.append((name, value))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return nil }
    // A dictionary with enough capacity never grows, so it hashes each name once.
    var members = [String: JSONValue](minimumCapacity: list.count)
    for member in list { members[member.name] = member.value }
    return members.count == list.count ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      guard let element = value(depth: depth) else { return nil }
      elements.append(element)
      skipSpace()
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(elements) : nil
  }

  private mutating func string() -> String? {
    position += 1
    let start = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      case UInt8(ascii: "\\"): return escapedString(from: start)
      case 0x00..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  /// Continues at the first escape of a string that begins at `start`.
  private mutating func escapedString(from start: Int) -> String? {
    var text = Array(bytes[start..<position])
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\""):
        let string = String(decoding: text, as: UTF8.self)
        // Only the bytes of the document were checked before.
        return string.hasShortMarkRuns ? string : nil
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        // Most escapes are `\/`.
        if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text += Array(String(scalar).utf8) }
      case 0x00..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    switch next() {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): unicodeEscape()
    default: nil
    }
  }

  /// Parses `\uXXXX`, or two of them as a surrogate pair. A lone surrogate is rejected.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<(position + 4)]
    position += 4
    return digits.reduce(UInt32?.some(0)) { value, digit in
      guard let value, let digit = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      return value << 4 + UInt32(digit)
    }
  }

  /// Parses a number: `-`? integer fraction? exponent?, without leading zeros (RFC 8259 §6).
  private mutating func number() -> JSONValue? {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let isZero = peek == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { return nil }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { return nil }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { return nil }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // An ID that exceeds 64 bits keeps its digits as a string. Rounding could turn two users into one.
    if isWhole { return Int64(text).map { .integer($0) } ?? .string(text) }
    return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func next() -> UInt8? {
    defer { position += 1 }
    return peek
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count,
      text.withUTF8Buffer({ bytes[position..<(position + count)].elementsEqual($0) })
    else { return false }
    position += count
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }
}
