extension String {
  /// This text in a form that is safe to show in one line of a terminal, a log or a failure's description.
  ///
  /// Scalars that are unsafe to show become `�`.
  ///
  /// - Parameter limit: The number of characters after which the text is cut.
  package func plainText(limit: Int = 300) -> String {
    // A character can be made of any number of scalars.
    let (most, isUnlimited) = limit.multipliedReportingOverflow(by: 4)
    let scalars = isUnlimited ? unicodeScalars[...] : unicodeScalars.prefix(most)
    let shown = String(String.UnicodeScalarView(scalars.map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
    let isWhole = scalars.endIndex == unicodeScalars.endIndex && shown.count <= limit
    return isWhole ? shown : shown.prefix(limit) + "…"
  }

  /// The same for text of several lines. Line feeds are kept.
  package var plainLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).plainText(limit: .max) }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether this scalar can steer a terminal, break a line, change the direction of writing or hide in a text.
  ///
  /// These are control characters, formatting characters such as bidi controls, line and paragraph separators, variation
  /// selectors and everything else that Unicode calls ignorable, fillers that look like spaces, and code points without
  /// a character.
  package var isUnsafeToShow: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
    // The blank Braille pattern isn't ignorable, and looks like a space.
    default: return properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }
}
