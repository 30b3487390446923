/// A line of a file with a caret under one column, as a compiler shows it.
///
/// ```
///   6 | tokn: {}
///     | ^
/// ```
package struct SourceExcerpt: Sendable, Hashable {
  /// The line with its number in front.
  package let source: String
  /// The empty margin below that number.
  package let margin: String
  /// Blanks, and a caret at their end.
  package let caret: String

  /// Most scalars that are shown on either side of the caret.
  private static let reach = 70
  private static let tabWidth = 4

  /// - Parameters:
  ///   - line: The text of the line, without its end.
  ///   - column: Counted from 1, in Unicode scalars. One behind the end is possible: something is missing there.
  package init(line: String, at location: SourceLocation) {
    let number = String(location.line)
    let cells = Self.cells(of: line, around: location.column - 1)
    source = "  \(number) | " + cells.text
    margin = "  " + String(repeating: " ", count: number.count) + " | "
    caret = String(repeating: " ", count: cells.caret) + "^"
  }

  /// What is seen of the line, and the column on the screen where the caret belongs.
  private static func cells(of line: String, around offset: Int) -> (text: String, caret: Int) {
    // Only the neighbourhood is looked at: a line may be as long as the whole file.
    let first = max(0, offset - reach)
    let scalars = line.unicodeScalars.dropFirst(first).prefix(offset - first + reach)
    let before = screen(scalars.prefix(offset - first), from: first > 0 ? 1 : 0)
    let all = screen(scalars, from: first > 0 ? 1 : 0)
    let isCut = line.unicodeScalars.dropFirst(first + reach + offset - first).first != nil
    return ((first > 0 ? "…" : "") + all.text + (isCut ? "…" : ""), before.column)
  }

  /// The text as a terminal may safely have it, and the column behind it.
  private static func screen(_ scalars: Substring.UnicodeScalarView, from start: Int) -> (text: String, column: Int) {
    var text = ""
    var column = start
    for character in Substring(scalars) {
      if character == "\t" {
        let width = tabWidth - column % tabWidth
        text += String(repeating: " ", count: width)
        column += width
      } else if character.unicodeScalars.contains(where: { $0 == "\r" || TextGuard.isForbidden($0) }) {
        text += "\u{FFFD}"
        column += 1
      } else {
        text.append(character)
        column += character.screenWidth
      }
    }
    return (text, column)
  }
}

extension Character {
  /// Columns that a terminal gives to this character: two for East Asian wide ones and emoji, none for a lone mark.
  fileprivate var screenWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    if Self.wide.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The blocks of Unicode's East Asian Width "W" and "F" that are more than single characters.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x20000...0x3FFFD,
  ]
}
