/// Suffixes under which different parties register domains, such as `com`, `co.uk`, and `github.io`.
enum PublicSuffixes {
  /// Returns the part of a host that one party registered: the public suffix and the label before it.
  ///
  /// - Parameter labels: The host's labels in lowercase, from left to right. Internationalized labels are in their
  ///   ASCII form.
  /// - Returns: `nil` if the host is itself a public suffix.
  static func registrableDomain(of labels: [String]) -> [String]? {
    let count = suffixLength(of: labels) + 1
    return count <= labels.count ? Array(labels.suffix(count)) : nil
  }

  /// Returns the number of labels in the public suffix. An exception takes precedence over all other rules, and
  /// otherwise the longest rule applies. A host without a matching rule has a suffix of one label
  /// (https://publicsuffix.org/list/).
  private static func suffixLength(of labels: [String]) -> Int {
    var longest = 1
    // No rule has more labels than this.
    for count in 1...min(max(labels.count, 1), 6) where count <= labels.count {
      let name = labels.suffix(count).joined(separator: ".")
      if contains("!" + name) { return count - 1 }
      let parent = labels.suffix(count).dropFirst().joined(separator: ".")
      if contains(name) || (count > 1 && contains("*." + parent)) { longest = count }
    }
    return longest
  }

  /// Searches the sorted lines in place. They are never split, and the list is never copied.
  private static func contains(_ rule: String) -> Bool {
    rules.withUTF8Buffer { list in
      var (low, high) = (0, list.count)
      while low < high {
        let line = line(around: (low + high) / 2, in: list)
        if list[line].elementsEqual(rule.utf8) { return true }
        if list[line].lexicographicallyPrecedes(rule.utf8) { low = line.upperBound + 1 } else { high = line.lowerBound }
      }
      return false
    }
  }

  private static func line(around index: Int, in list: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let feed = UInt8(ascii: "\n")
    var (start, end) = (index, index)
    while start > 0, list[start - 1] != feed { start -= 1 }
    while end < list.count, list[end] != feed { end += 1 }
    return start..<end
  }
}
