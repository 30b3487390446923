import AuthConfiguration

/// The error in a challenge (RFC 6750 §3, RFC 9110 §11.2). Some userinfo endpoints report errors only in this way
/// (OpenID Connect Core 1.0 §5.3.3).
struct BearerError: Sendable, Hashable {
  /// The parameters of the first challenge with the scheme that has an `error`. The names are in lower case.
  let parameters: [String: String]

  /// - Parameters:
  ///   - field: `WWW-Authenticate`, with one or more challenges. Invalid parts are ignored.
  ///   - scheme: The scheme of the challenge, in lower case.
  init?(_ field: String, scheme: String = "bearer") {
    let challenges = AuthenticationChallenge.all(in: field)
    guard let found = challenges.first(where: { $0.scheme == scheme && $0.error != nil }) else { return nil }
    parameters = found.parameters
  }

  /// The error as a JSON body would contain it.
  var body: JSONValue {
    let names = ["error", "error_description", "error_uri"]
    return .object(parameters.filter { names.contains($0.key) }.mapValues(JSONValue.string))
  }
}

/// A challenge of a server (RFC 9110 §11.3).
struct AuthenticationChallenge: Sendable, Hashable {
  /// The number of bytes of a field that are read.
  private static let maximumBytes = 8192
  private static let maximumChallenges = 32

  /// The scheme, in lower case.
  let scheme: String
  /// The parameters. The names are in lower case.
  private(set) var parameters: [String: String] = [:]

  /// The error code, if there is one.
  var error: String? { parameters["error"].flatMap { $0.isEmpty ? nil : $0 } }

  /// Reads all challenges. Invalid parts are ignored, and so are credentials in one word (`token68`).
  static func all(in field: String) -> [AuthenticationChallenge] {
    var text = ChallengeText(bytes: Array(field.utf8.prefix(maximumBytes))[...])
    var found: [AuthenticationChallenge] = []
    while found.count < maximumChallenges, let word = text.word() {
      guard text.takes(UInt8(ascii: "=")) else {
        found.append(AuthenticationChallenge(scheme: word.lowercased()))
        continue
      }
      let (name, value) = (word.lowercased(), text.value())
      // If a parameter occurs twice, the first one counts.
      guard let last = found.indices.last, found[last].parameters[name] == nil else { continue }
      found[last].parameters[name] = value
    }
    return found
  }
}

/// The unread part of a field.
private struct ChallengeText {
  var bytes: ArraySlice<UInt8>

  /// Reads the next token (RFC 9110 §5.6.2), or returns `nil` at the end.
  mutating func word() -> String? {
    bytes = bytes.drop { !$0.isHeaderToken }
    let word = bytes.prefix(while: \.isHeaderToken)
    bytes = bytes.dropFirst(word.count)
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Reads this byte, with white space around it, if it's next.
  mutating func takes(_ byte: UInt8) -> Bool {
    let rest = bytes.drop(while: Self.isSpace)
    guard rest.first == byte else { return false }
    bytes = rest.dropFirst().drop(while: Self.isSpace)
    return true
  }

  /// Reads a token or a quoted string, whose closing quotation mark may be missing.
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
}
