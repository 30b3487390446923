extension String {
  /// Decodes UTF-8. The result is `nil` if the bytes aren't valid UTF-8.
  ///
  /// `String(validating:as:)` does the same, but needs macOS 15 or iOS 18.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // The decoder replaces invalid bytes, so the string then has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }

  /// Whether both strings have the same bytes. With `==`, canonically equivalent strings are equal, which is wrong for the
  /// identifiers of a protocol (RFC 7519 §2).
  package func isExactly(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
