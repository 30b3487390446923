/// The grammar for IP addresses (RFC 3986 §3.2.2).
enum IPAddressText {
  /// Whether a string is an IPv4 address: four decimal numbers from 0 to 255 without leading zeros, which some
  /// resolvers read as octal.
  static func isVersion4(_ text: Substring) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { UInt8($0).map(String.init) == String($0) }
  }

  /// Whether a string is an IPv6 address: eight groups of one to four hexadecimal digits. One `::` may replace one or
  /// more groups of zeros, and an IPv4 address may replace the last two groups.
  static func isVersion6(_ text: Substring) -> Bool {
    guard text.utf8.count <= 45, let halves = halves(of: text) else { return false }
    guard let after = halves.after else { return groups(halves.before, isEnd: true) == 8 }
    guard let first = groups(halves.before, isEnd: false), let last = groups(after, isEnd: true) else { return false }
    return first + last < 8
  }

  /// The text before and after `::`, or `nil` if `::` occurs more than once.
  private static func halves(of text: Substring) -> (before: Substring, after: Substring?)? {
    guard let gap = text.firstRange(of: "::") else { return (text, nil) }
    let after = text[gap.upperBound...]
    // A third colon would be the start of another `::`.
    return after.hasPrefix(":") || after.firstRange(of: "::") != nil ? nil : (text[..<gap.lowerBound], after)
  }

  /// The number of groups in one half, or `nil` if one of them is invalid. A trailing IPv4 address is two groups.
  private static func groups(_ half: Substring, isEnd: Bool) -> Int? {
    guard !half.isEmpty else { return 0 }
    var groups = half.split(separator: ":", omittingEmptySubsequences: false)
    var count = 0
    if isEnd, let last = groups.last, last.contains(".") {
      guard isVersion4(last) else { return nil }
      groups.removeLast()
      count = 2
    }
    guard groups.allSatisfy(isGroup) else { return nil }
    return count + groups.count
  }

  private static func isGroup(_ text: Substring) -> Bool {
    (1...4).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
