extension ProviderConfiguration.Variable {
  /// Checks a value before it is put into a URL, so that no value can lead a request to another host or path.
  func validate(_ value: String) throws(ConfigurationFailure) {
    switch kind {
    case .host:
      guard Self.isHost(value) else { throw .invalidVariable(name, example: example) }
    }
  }

  /// A DNS name, an IPv4 address or a bracketed IPv6 address (RFC 3986 §3.2.2), with an optional port.
  private static func isHost(_ value: String) -> Bool {
    if value.hasPrefix("[") {
      guard let end = value.firstIndex(of: "]") else { return false }
      let address = value[value.index(after: value.startIndex)..<end]
      let isAddress = address.contains(":") && address.allSatisfy { $0 == ":" || ($0.isASCII && $0.isHexDigit) }
      return isAddress && isPortSuffix(value[value.index(after: end)...])
    }
    let name = value.prefix { $0 != ":" }
    return isName(name) && isPortSuffix(value.dropFirst(name.count))
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
