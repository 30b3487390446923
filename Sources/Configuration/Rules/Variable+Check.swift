extension ProviderConfiguration.Variable {
  /// The only possible values, or an empty list if other values are possible. The value of a constant is its default.
  ///
  /// A reviewer of the descriptor has seen all of them, so they may be anywhere in a host or a path.
  package var closedValues: [String] {
    guard pattern == nil else { return [] }
    return values.isEmpty && kind == .constant ? [defaultValue].compactMap(\.self) : values
  }

  /// Returns a description of the expected value if a value is invalid, or `nil` if the value may be inserted into a URL.
  ///
  /// The whole value is checked, so that no value can direct a request to another host or path.
  public func problem(with value: String) -> String? {
    // Swift compares strings by canonical equivalence, by which "\u{212A}" is "K".
    let isListed = values.contains { $0.utf8.elementsEqual(value.utf8) }
    let closed = closedValues
    if !closed.isEmpty, !closed.contains(where: { $0.utf8.elementsEqual(value.utf8) }) {
      return "one of \(closed.joined(separator: ", "))"
    }
    if let pattern, !isListed {
      guard value.utf8.count <= 253, TextPattern(pattern).matches(value) else {
        return "a value that matches \(pattern)"
      }
    }
    if let problem = shapeProblem(with: value) { return problem }
    if isListed || allowedHosts.isEmpty { return nil }
    let host = kind == .url ? Self.host(of: value) : value
    return HostText.isAllowed(host, by: allowedHosts) ? nil : "a host of \(allowedHosts.joined(separator: ", "))"
  }

  private func shapeProblem(with value: String) -> String? {
    switch kind {
    case .host: HostText.isHost(value) ? nil : "a host; expected a value such as acme.example.com"
    case .hostLabel: HostText.isLabel(value) ? nil : "one label of a host; expected a value such as acme"
    case .url: Self.isBase(value) ? nil : "a base URL; expected a value such as https://id.example.com/auth"
    case .pathSegment, .constant: Self.isSegment(value) ? nil : "a valid value; expected 1 to 253 printable characters"
    }
  }

  /// Whether a value is an `https` URL, or an `http` URL with a loopback host, without user, query, fragment, or
  /// trailing slash.
  private static func isBase(_ value: String) -> Bool {
    let host = host(of: value)
    let isSecure = value.hasPrefix("https://")
    let isLocal = value.hasPrefix("http://") && HostText.isLoopback(host)
    let path = value.dropFirst(value.hasPrefix("https") ? 8 : 7).dropFirst(host.count)
    let isPlainPath = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~/%".contains($0)) }
    let segments = path.split(separator: "/")
    return (isSecure || isLocal) && HostText.isHost(host) && isPlainPath && !path.hasSuffix("/")
      && !segments.contains("..") && !segments.contains(".")
  }

  private static func host(of url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
    return String(url[start...].prefix { !"/?#".contains($0) })
  }

  /// The value is percent-encoded later, but a dot segment would remain.
  private static func isSegment(_ value: String) -> Bool {
    (1...253).contains(value.utf8.count) && value != "." && value != ".."
      && value.unicodeScalars.allSatisfy { !$0.properties.isWhitespace || $0 == " " }
      && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
