/// The grammar of hosts.
package enum HostText {
  /// A DNS name, an IPv4 address or a bracketed IPv6 address (RFC 3986 §3.2.2), with an optional port.
  package static func isHost(_ text: some StringProtocol) -> Bool {
    let text = String(text)
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      let address = text[..<end].dropFirst()
      let isAddress = address.contains(":") && address.allSatisfy { $0 == ":" || ($0.isASCII && $0.isHexDigit) }
      return isAddress && isPortSuffix(text[end...].dropFirst())
    }
    let name = text.prefix { $0 != ":" }
    return isName(name) && isPortSuffix(text.dropFirst(name.count))
  }

  /// An address of this machine, with an optional port (RFC 8252 §7.3).
  package static func isLoopback(_ text: some StringProtocol) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host in
      text.lowercased().hasPrefix(host) && isPortSuffix(Substring(String(text)).dropFirst(host.count))
    }
  }

  /// One label of a DNS name.
  package static func isLabel(_ text: some StringProtocol) -> Bool {
    !text.contains(".") && isName(Substring(String(text)))
  }

  /// Whether a host is one of the patterns: equal, its port too, or below `*.example.com` without a port.
  package static func isAllowed(_ host: String, by patterns: [String]) -> Bool {
    guard isHost(host) else { return false }
    let name = host.lowercased()
    return patterns.contains { pattern in
      let pattern = pattern.lowercased()
      return pattern.hasPrefix("*.")
        ? name.hasSuffix(pattern.dropFirst()) && name.count >= pattern.count : name == pattern
    }
  }

  private static func isName(_ name: Substring) -> Bool {
    guard (1...253).contains(name.utf8.count) else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
  }

  private static func isPortSuffix(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.first == ":", text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
    return Int(text.dropFirst()).map { (1...65535).contains($0) } ?? false
  }
}
