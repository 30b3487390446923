extension String {
  /// Decodes UTF-8 from outside. The result is `nil` if the bytes aren't valid UTF-8, or if too many combining marks follow
  /// each other: see ``hasShortMarkRuns``.
  ///
  /// `String(validating:as:)` decodes too, but needs macOS 15 or iOS 18.
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) { self.init(validUTF8: Array(bytes)) }

  @usableFromInline
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // ASCII is always valid.
    if bytes.isASCII { return }
    // The decoder replaces invalid bytes, so the string then has other bytes.
    let isSame = utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? utf8.elementsEqual(bytes)
    guard isSame, hasShortMarkRuns else { return nil }
  }

  /// Whether both strings have the same bytes. With `==`, canonically equivalent strings are equal, which is wrong for the
  /// identifiers of a protocol (RFC 7519 §2).
  package func isExactly(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// The maximum number of combining marks in a row. Real text has fewer than 30 (UAX #15 §13).
  package static let maximumMarkRun = 128

  /// Whether the string has at most ``maximumMarkRun`` combining marks in a row.
  ///
  /// To hash or compare a string, Swift sorts the marks of each character, in quadratic time. A string of 128 KiB would take
  /// seconds.
  package var hasShortMarkRuns: Bool {
    // The first mark is U+0300, which begins with 0xCC.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.isMark ? count + 1 : 0
      if count > Self.maximumMarkRun { return false }
    }
    return true
  }
}

extension [UInt8] {
  /// Whether all bytes are ASCII.
  var isASCII: Bool { reduce(0, |) < 0x80 }
}

extension Unicode.Scalar {
  /// Whether the scalar, or every part of its decomposition, is sorted among its neighbors.
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    return properties.canonicalCombiningClass != .notReordered || Self.decomposedMarks.contains(value)
  }

  /// Tibetan vowel signs that aren't marks but consist of two.
  private static let decomposedMarks: Set<UInt32> = [0x0F73, 0x0F75, 0x0F81]
}
