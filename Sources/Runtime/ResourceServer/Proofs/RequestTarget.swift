import Foundation

/// The URL of a request without query and fragment, in normal form, so that equal URLs have equal texts (RFC 9449 §4.3
/// rule 9, RFC 3986 §6.2.2 and §6.2.3).
struct RequestTarget: Sendable, Hashable {
  private static let maximumLength = 8192

  /// The scheme, the host, and the port, if it isn't the default one.
  private let origin: [UInt8]
  private let path: [UInt8]

  var text: String { String(decoding: origin + path, as: UTF8.self) }

  /// Reads an absolute URL. Returns `nil` if it isn't `http` or `https`, or contains a user name.
  init?(url: String) {
    guard let bytes = Self.checked(url), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = bytes[..<colon].map(\.lowercasedASCII)
    guard scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let rest = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard let place = Self.normalized(authority: authority, isSecure: scheme.count == 5),
      let path = Self.normalized(path: rest.dropFirst(authority.count))
    else { return nil }
    origin = scheme + "://".utf8 + place
    self.path = path
  }

  /// Reads a path, or takes that of an absolute URL, below the API's public URL.
  init?(_ pathOrURL: String, below publicURL: RequestTarget) {
    let own: [UInt8]
    if pathOrURL.utf8.first == UInt8(ascii: "/") {
      guard let bytes = Self.checked(pathOrURL),
        let path = Self.normalized(path: bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
      else { return nil }
      own = path
    } else {
      guard let target = RequestTarget(url: pathOrURL) else { return nil }
      own = target.path
    }
    let prefix = publicURL.path.last == UInt8(ascii: "/") ? publicURL.path.dropLast() : publicURL.path[...]
    (origin, path) = (publicURL.origin, prefix + own)
  }

  /// Whether an absolute URL is this one.
  func matches(_ url: String) -> Bool {
    // Most clients write the normal form.
    let bytes = Array(url.utf8)
    if bytes.starts(with: origin), bytes.dropFirst(origin.count).elementsEqual(path) { return true }
    return RequestTarget(url: url) == self
  }

  /// A URL has only visible ASCII characters (RFC 3986 §2). Browsers read a backslash as a slash.
  private static func checked(_ url: String) -> ArraySlice<UInt8>? {
    let bytes = Array(url.utf8)
    let isValid =
      bytes.count <= maximumLength && bytes.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    return isValid ? bytes[...] : nil
  }

  private static func normalized(authority: ArraySlice<UInt8>, isSecure: Bool) -> [UInt8]? {
    guard !authority.contains(UInt8(ascii: "@")) else { return nil }
    let end: Int
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = bracket + 1
    } else {
      end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    }
    guard let host = decodedUnreserved(authority[..<end])?.map(\.lowercasedASCII), !host.isEmpty else { return nil }
    guard end < authority.endIndex else { return host }
    let digits = authority[(end + 1)...]
    guard authority[end] == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if digits.isEmpty { return host }
    guard let port = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
    return port == (isSecure ? 443 : 80) ? host : host + ":\(port)".utf8
  }

  /// Decodes unreserved characters and removes dot segments (RFC 3986 §6.2.2.2, §6.2.2.3).
  private static func normalized(path: ArraySlice<UInt8>) -> [UInt8]? {
    guard let decoded = decodedUnreserved(path) else { return nil }
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var kept: [ArraySlice<UInt8>] = []
    let segments = decoded.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isUp = segment.elementsEqual([dot, dot])
      guard isUp || segment.elementsEqual([dot]) else {
        kept.append(segment)
        continue
      }
      if isUp { _ = kept.popLast() }
      if index == segments.count - 1 { kept.append([]) }
    }
    return kept.isEmpty ? [slash] : kept.flatMap { [slash] + $0 }
  }

  private static func decodedUnreserved(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(FormEncoding.value),
        let low = rest.popFirst().flatMap(FormEncoding.value)
      else { return nil }
      let value = high << 4 | low
      if FormEncoding.isUnreserved(value) {
        result.append(value)
      } else {
        result += "%".utf8 + [high.hexText, low.hexText]
      }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// The uppercase digit of a value below 16.
  fileprivate var hexText: UInt8 { self < 10 ? self + 0x30 : self + 0x37 }
}
