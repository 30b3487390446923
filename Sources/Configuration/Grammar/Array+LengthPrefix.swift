extension [String] {
  /// The strings, joined, each preceded by its length in UTF-8 bytes and a colon. Different arrays have different
  /// results, so a hash of the result identifies the array.
  package var lengthPrefixed: String { map { "\($0.utf8.count):\($0)" }.joined() }
}
