extension UInt8 {
  /// Whether the byte is an ASCII digit.
  package var isASCIIDigit: Bool { (48...57).contains(self) }
  /// Whether the byte is an ASCII letter.
  package var isASCIILetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
  /// Whether the byte is an ASCII letter or digit.
  package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
  /// Whether a token in a header may contain the byte (RFC 9110 §5.6.2).
  package var isHeaderToken: Bool { isASCIILetterOrDigit || Self.headerTokenMarks.contains(self) }
  /// Whether a scope may contain the byte: visible ASCII without `"` and `\` (NQCHAR, RFC 6749 Appendix A).
  package var isScopeCharacter: Bool {
    (0x21...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }

  private static let headerTokenMarks = Set("!#$%&'*+-.^_`|~".utf8)
}
