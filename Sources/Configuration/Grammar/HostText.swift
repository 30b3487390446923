/// The grammar for host names and addresses.
package enum HostText {
  /// Whether a string is a DNS name, an IPv4 address, or an IPv6 address in brackets (RFC 3986 §3.2.2), with an
  /// optional port.
  ///
  /// A port is a number from 1 to 65535. Percent-encoded characters, IPv6 zones, and future IP versions aren't allowed.
  package static func isHost(_ text: some StringProtocol) -> Bool {
    let bytes = Array(String(text).utf8)[...]
    guard bytes.first == UInt8(ascii: "[") else {
      let name = bytes.prefix { $0 != UInt8(ascii: ":") }
      return isNameOrAddress(name) && isPortSuffix(bytes[name.endIndex...])
    }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let address = Substring(decoding: bytes[..<end].dropFirst(), as: UTF8.self)
    return IPAddressText.isVersion6(address) && isPortSuffix(bytes[end...].dropFirst())
  }

  /// Whether a host is a loopback address, with an optional port (RFC 8252 §7.3).
  package static func isLoopback(_ text: some StringProtocol) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host in
      text.lowercased().hasPrefix(host) && isPortSuffix(Array(String(text).utf8).dropFirst(host.utf8.count))
    }
  }

  /// Whether a string is one label of a DNS name.
  package static func isLabel(_ text: some StringProtocol) -> Bool {
    !text.utf8.contains(UInt8(ascii: ".")) && isName(Array(String(text).utf8)[...])
  }

  /// Whether a host matches one of the patterns. It matches if it's equal to the pattern, including the port, or if
  /// it's a subdomain of `*.example.com` without a port.
  package static func isAllowed(_ host: String, by patterns: [String]) -> Bool {
    guard isHost(host) else { return false }
    let name = host.lowercased()
    return patterns.contains { pattern in
      let pattern = pattern.lowercased()
      return pattern.hasPrefix("*.") ? name.hasSuffix(pattern.dropFirst()) : name == pattern
    }
  }

  /// Top-level domains are never numeric, so a name that ends with a number is either an IPv4 address or invalid.
  /// Resolvers would read `127.1`, `2130706433`, and `0x7f000001` as addresses.
  private static func isNameOrAddress(_ name: ArraySlice<UInt8>) -> Bool {
    guard isName(name) else { return false }
    let last = name[(name.lastIndex(of: dot).map { $0 + 1 } ?? name.startIndex)...]
    if last.allSatisfy(isDigit) { return IPAddressText.isVersion4(Substring(decoding: name, as: UTF8.self)) }
    let isHexadecimal = last.starts(with: "0x".utf8) || last.starts(with: "0X".utf8)
    return !isHexadecimal || !last.dropFirst(2).allSatisfy(isHexDigit)
  }

  private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(name.count) else { return false }
    // The characters of the present label so far, and the one before.
    var (length, previous) = (0, dot)
    for byte in name {
      if byte == dot {
        guard length > 0, previous != hyphen else { return false }
        length = 0
      } else {
        guard isDigit(byte) || isLetter(byte) || byte == hyphen && length > 0, length < 63 else { return false }
        length += 1
      }
      previous = byte
    }
    return length > 0 && previous != hyphen
  }

  private static func isPortSuffix(_ text: ArraySlice<UInt8>) -> Bool {
    guard let separator = text.first else { return true }
    let digits = text.dropFirst()
    guard separator == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit) else {
      return false
    }
    return (1...65535).contains(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  private static let hyphen = UInt8(ascii: "-")
  private static let dot = UInt8(ascii: ".")

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
