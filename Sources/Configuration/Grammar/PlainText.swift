extension String {
  /// Returns this string in a form that's safe to show in one line of a terminal, a log, or a failure's description.
  ///
  /// Scalars that are unsafe to show become `�`.
  ///
  /// - Parameter limit: The maximum number of characters. Longer strings are truncated.
  package func plainText(limit: Int = 300) -> String {
    // A character can consist of any number of scalars.
    let (most, isUnlimited) = limit.multipliedReportingOverflow(by: 4)
    let scalars = isUnlimited ? unicodeScalars[...] : unicodeScalars.prefix(most)
    let shown = String(String.UnicodeScalarView(scalars.map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
    let isWhole = scalars.endIndex == unicodeScalars.endIndex && shown.count <= limit
    return isWhole ? shown : shown.prefix(limit) + "…"
  }

  /// This string in a form that's safe to show in several lines. Line feeds are kept.
  package var plainLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).plainText(limit: .max) }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether this scalar can control a terminal, break a line, change the writing direction, or be invisible in text.
  ///
  /// These are control characters, formatting characters such as bidi controls, line and paragraph separators, variation
  /// selectors and everything else that Unicode calls ignorable, fillers that look like spaces, and code points without
  /// a character.
  package var isUnsafeToShow: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
    // The Braille pattern without dots isn't ignorable, and looks like a space.
    default: return properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }
}
