import HTTPTypes

/// The cookies of a request (RFC 6265 §5.4).
struct RequestCookies: Sendable {
  /// The maximum length of all cookies, in bytes. If a request has more, all are ignored.
  static let maximumLength = 32 << 10

  private let values: [String: String]
  /// The names, in the order of the request.
  let names: [String]

  init(_ headers: HTTPFields) {
    let fields = headers[values: .cookie]
    guard fields.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumLength else {
      (values, names) = ([:], [])
      return
    }
    var all: [String: [String]] = [:]
    var names: [String] = []
    // Bytes, because comparing characters could take seconds (`String.hasShortMarkRuns`).
    for part in fields.joined(separator: ";").utf8.split(separator: UInt8(ascii: ";")) {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      // The app's own cookies have ASCII names.
      guard pair.count == 2, pair[0].allSatisfy({ $0 < 0x80 }) else { continue }
      let name = pair[0].trimmingSpaces
      if all[name] == nil { names.append(name) }
      all[name, default: []].append(pair[1].trimmingSpaces)
    }
    // Cookies with the same name come from different hosts or paths, so another host may have set one.
    values = all.compactMapValues { $0.count == 1 ? $0[0] : nil }
    self.names = names
  }

  /// The value of a cookie, or `nil` if it's missing or ambiguous.
  subscript(name: String) -> String? { values[name] }
}

extension Substring.UTF8View {
  fileprivate var trimmingSpaces: String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(Substring(text))
  }
}
