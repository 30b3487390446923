/// The grammar for host names and addresses.
package enum HostText {
  /// Whether a string is a DNS name, an IPv4 address, or an IPv6 address in brackets (RFC 3986 §3.2.2), with an
  /// optional port.
  ///
  /// A port is a number from 1 to 65535. Percent-encoded characters, IPv6 zones, and future IP versions aren't allowed.
  package static func isHost(_ text: some StringProtocol) -> Bool {
    let text = Substring(String(text))
    guard text.hasPrefix("[") else {
      let name = text.prefix { $0 != ":" }
      return isNameOrAddress(name) && isPortSuffix(text.dropFirst(name.count))
    }
    guard let end = text.firstIndex(of: "]") else { return false }
    return IPAddressText.isVersion6(text[..<end].dropFirst()) && isPortSuffix(text[end...].dropFirst())
  }

  /// Whether a host is a loopback address, with an optional port (RFC 8252 §7.3).
  package static func isLoopback(_ text: some StringProtocol) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host in
      text.lowercased().hasPrefix(host) && isPortSuffix(Substring(String(text)).dropFirst(host.count))
    }
  }

  /// Whether a string is one label of a DNS name.
  package static func isLabel(_ text: some StringProtocol) -> Bool {
    !text.contains(".") && isName(Substring(String(text)))
  }

  /// Whether a host matches one of the patterns. It matches if it's equal to the pattern, including the port, or if
  /// it's a subdomain of `*.example.com` without a port.
  package static func isAllowed(_ host: String, by patterns: [String]) -> Bool {
    guard isHost(host) else { return false }
    let name = host.lowercased()
    return patterns.contains { pattern in
      let pattern = pattern.lowercased()
      return pattern.hasPrefix("*.")
        ? name.hasSuffix(pattern.dropFirst()) && name.count >= pattern.count : name == pattern
    }
  }

  /// Top-level domains are never numeric, so a name that ends with a number is either an IPv4 address or invalid.
  /// Resolvers would read `127.1`, `2130706433`, and `0x7f000001` as addresses.
  private static func isNameOrAddress(_ name: Substring) -> Bool {
    guard isName(name) else { return false }
    let last = name.split(separator: ".").last ?? ""
    if last.lowercased().hasPrefix("0x"), last.dropFirst(2).allSatisfy(\.isHexDigit) { return false }
    return last.utf8.allSatisfy(isDigit) ? IPAddressText.isVersion4(name) : true
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
    let digits = text.dropFirst()
    guard text.first == ":", digits.utf8.count <= 5, digits.utf8.allSatisfy(isDigit) else { return false }
    return Int(digits).map { (1...65535).contains($0) } ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
