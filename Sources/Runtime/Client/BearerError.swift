/// The error in a challenge (RFC 6750 §3, RFC 9110 §11.2), which is all that some userinfo endpoints say (OpenID Connect Core
/// 1.0 §5.3.3).
struct BearerError: Sendable, Hashable {
  /// What is read of a field from outside.
  private static let mostBytes = 8192

  /// The parameters of the first `Bearer` challenge that has an `error`, by lower-case name.
  let parameters: [String: String]

  /// - Parameter field: `WWW-Authenticate`, with one challenge or several. What is no challenge in it is passed over.
  init?(_ field: String) {
    var text = ChallengeText(bytes: Array(field.utf8.prefix(Self.mostBytes))[...])
    var found: [String: String]?
    while let word = text.word() {
      guard text.takes(UInt8(ascii: "=")) else {
        if found?["error"] != nil { break }
        found = word.lowercased() == "bearer" ? [:] : nil
        continue
      }
      let value = text.value()
      // Of a parameter that comes twice the first counts.
      if found?[word.lowercased()] == nil { found?[word.lowercased()] = value }
    }
    guard let found, found["error"]?.isEmpty == false else { return nil }
    parameters = found
  }

  /// The same as a body would have it.
  var body: JSONValue {
    let names = ["error", "error_description", "error_uri"]
    return .object(parameters.filter { names.contains($0.key) }.mapValues(JSONValue.string))
  }
}

/// What is left to read of a field.
private struct ChallengeText {
  var bytes: ArraySlice<UInt8>

  /// The next token (RFC 9110 §5.6.2); `nil` at the end.
  mutating func word() -> String? {
    bytes = bytes.drop { !Self.isToken($0) }
    let word = bytes.prefix(while: Self.isToken)
    bytes = bytes.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Whether this comes next, with white space around it.
  mutating func takes(_ byte: UInt8) -> Bool {
    let rest = bytes.drop(while: Self.isSpace)
    guard rest.first == byte else { return false }
    bytes = rest.dropFirst().drop(while: Self.isSpace)
    return true
  }

  /// A token, or what stands between quotation marks; the last of these may be missing.
  mutating func value() -> String {
    guard bytes.first == UInt8(ascii: "\"") else {
      let value = bytes.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ",") }
      bytes = bytes.dropFirst(value.count)
      return String(decoding: value, as: UTF8.self)
    }
    bytes = bytes.dropFirst()
    var value: [UInt8] = []
    while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
      value.append(byte == UInt8(ascii: "\\") ? bytes.popFirst() ?? byte : byte)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
