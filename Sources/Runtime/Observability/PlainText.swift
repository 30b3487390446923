extension String {
  /// This text, from outside, made fit for a log line or a terminal: control and bidirectional-override characters
  /// become `�`, and what is longer than `limit` characters is cut.
  package func plainText(limit: Int = 300) -> String {
    let shown = String(String.UnicodeScalarView(unicodeScalars.map { $0.isSafeToShow ? $0 : "\u{FFFD}" }))
    return shown.count <= limit ? shown : shown.prefix(limit) + "…"
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
