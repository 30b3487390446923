extension String {
  /// This text, from outside, made fit for a log line or a terminal: control and bidirectional-override characters
  /// become `�`, and what is longer than `limit` characters is cut.
  package func plainText(limit: Int = 300) -> String {
    // A character can be made of any number of scalars.
    let (most, isUnlimited) = limit.multipliedReportingOverflow(by: 4)
    let scalars = isUnlimited ? unicodeScalars[...] : unicodeScalars.prefix(most)
    let shown = String(String.UnicodeScalarView(scalars.map { $0.isSafeToShow ? $0 : "\u{FFFD}" }))
    let isWhole = scalars.endIndex == unicodeScalars.endIndex && shown.count <= limit
    return isWhole ? shown : shown.prefix(limit) + "…"
  }
}

extension Unicode.Scalar {
  fileprivate var isSafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
