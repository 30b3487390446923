/// Makes the lines of `///` comments.
enum DocComment {
  /// The column that no generated line passes.
  static let lineLength = 120

  /// The text in lines that fit behind `indentation` blanks and `/// `.
  ///
  /// - Parameters:
  ///   - text: Any text; its own line breaks count as blanks.
  ///   - indentation: Column of the comment.
  ///   - first: What the first line begins with, such as `- audience: ` in a list of parameters.
  ///   - next: What every further line begins with.
  static func lines(
    _ text: String, indentation: Int, first: String = "", next: String = ""
  ) throws(SwiftTextFailure) -> [String] {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    let width = lineLength - indentation - "/// ".count
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in DocProse(text).words {
      let beginning = word.atLineStart
      if !isEmpty, line.count + 1 + word.text.count > width, let beginning {
        lines.append(line)
        line = next + beginning
      } else {
        line += isEmpty && first.isEmpty ? beginning ?? word.text : (isEmpty ? "" : " ") + word.text
      }
      isEmpty = false
    }
    return lines + [line]
  }

  /// The text for the middle of a line.
  static func inline(_ text: String) throws(SwiftTextFailure) -> String {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    return DocProse(text).words.map(\.text).joined(separator: " ")
  }

  /// The text for the middle of a line of an ordinary comment, where nothing is markup.
  static func plain(_ text: String) throws(SwiftTextFailure) -> String {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    return text.words.joined(separator: " ")
  }

  /// The lines as one text that begins with `///`; a template puts it behind `indentation` blanks.
  static func block(
    _ text: String, indentation: Int, first: String = "", next: String = ""
  ) throws(SwiftTextFailure) -> String {
    let margin = String(repeating: " ", count: indentation)
    return try lines(text, indentation: indentation, first: first, next: next).map { "/// " + $0 }
      .joined(separator: "\n" + margin)
  }

  /// Blanks of any kind separate words; other controls, bidi controls and line separators have no place in a comment.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if (" "..."~").contains(scalar) || scalar == "\n" || scalar == "\t" || scalar == "\r" { return true }
    let category = scalar.properties.generalCategory
    return !scalar.properties.isBidiControl
      && ![.control, .lineSeparator, .paragraphSeparator].contains(category)
  }
}
