/// Makes the lines of `///` comments.
enum DocComment {
  /// The maximum length of a generated line.
  static let lineLength = 120

  /// Wraps the text into lines that fit after `indentation` spaces and `/// `.
  ///
  /// - Parameters:
  ///   - text: Any text. Its line breaks count as spaces.
  ///   - indentation: The column of the comment.
  ///   - first: The beginning of the first line, such as `- audience: ` in a list of parameters.
  ///   - next: The beginning of every other line.
  static func lines(
    _ text: String, indentation: Int, first: String = "", next: String = ""
  ) throws(SwiftTextFailure) -> [String] {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    let width = lineLength - indentation - "/// ".count
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in DocProse(text).words {
      if !isEmpty, !line.fits(width - 1 - word.text.count), let beginning = word.atLineStart {
        lines.append(line)
        line = next + beginning
      } else {
        line += isEmpty && first.isEmpty ? word.atLineStart ?? word.text : (isEmpty ? "" : " ") + word.text
      }
      isEmpty = false
    }
    return lines + [line]
  }

  /// Escapes text for the middle of a doc comment's line.
  static func inline(_ text: String) throws(SwiftTextFailure) -> String {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    return DocProse(text).words.map(\.text).joined(separator: " ")
  }

  /// Escapes text for the middle of an ordinary comment's line, in which nothing is markup.
  static func plain(_ text: String) throws(SwiftTextFailure) -> String {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .notAComment(text) }
    return text.words.joined(separator: " ")
  }

  /// The lines as one string that begins with `///`. A template inserts it after `indentation` spaces.
  static func block(
    _ text: String, indentation: Int, first: String = "", next: String = ""
  ) throws(SwiftTextFailure) -> String {
    let margin = String(repeating: " ", count: indentation)
    return try lines(text, indentation: indentation, first: first, next: next).map { "/// " + $0 }
      .joined(separator: "\n" + margin)
  }

  /// White space separates words. Other control characters, bidi controls, line separators, and ``StringMarks`` aren't
  /// allowed in a comment.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if (" "..."~").contains(scalar) || scalar == "\n" || scalar == "\t" || scalar == "\r" { return true }
    let category = scalar.properties.generalCategory
    return !scalar.properties.isBidiControl && !StringMarks.contains(scalar)
      && ![.control, .lineSeparator, .paragraphSeparator].contains(category)
  }
}
