import AuthConfiguration

/// A path of the app itself, to which the browser returns after a sign-in. It can't lead to another site.
enum OwnPath {
  private static let maximumLength = 2048
  /// How many times a server, a proxy, or a browser might decode the path.
  private static let decodings = 4
  private static let allowed = Set("-._~!$&'()*+,;=:@/%?#[]".utf8)

  /// Returns the path, or `nil` if it isn't safe.
  ///
  /// The path must start with one slash. Even after it's decoded several times, it must not start with two slashes, contain
  /// a backslash or a control character, or have a segment `.` or `..`.
  static func checked(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= maximumLength, bytes.allSatisfy({ isLetterOrDigit($0) || allowed.contains($0) }) else {
      return nil
    }
    var path = Array(bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    for _ in 0..<decodings {
      guard isSafe(path), let decoded = decoded(path) else { return nil }
      if decoded == path { return text }
      path = decoded
    }
    return nil
  }

  private static func isSafe(_ path: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    guard path.first == slash, path.dropFirst().first != slash else { return false }
    guard path.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
    return path.split(separator: slash).allSatisfy { ![Array(".".utf8), Array("..".utf8)].contains(Array($0)) }
  }

  private static func decoded(_ path: [UInt8]) -> [UInt8]? {
    var plain: [UInt8] = []
    var rest = path.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        plain.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(FormEncoding.value), let low = rest.next().flatMap(FormEncoding.value) else {
        return nil
      }
      plain.append(high << 4 | low)
    }
    return plain
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    FormEncoding.isUnreserved(byte)
  }
}
