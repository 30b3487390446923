/// A line of a file with a caret under one column, as compilers show it.
///
/// ```
///   6 | tokn: {}
///     | ^
/// ```
package struct SourceExcerpt: Sendable, Hashable {
  /// The line, preceded by its number.
  package let source: String
  /// The empty margin below the number.
  package let margin: String
  /// Spaces followed by a caret.
  package let caret: String

  /// The maximum number of scalars on either side of the caret.
  private static let reach = 70
  private static let tabWidth = 4

  /// - Parameters:
  ///   - line: The text of the line, without its line break.
  ///   - location: The location of the caret. Its column may be one past the end, if something is missing there.
  package init(line: String, at location: SourceLocation) {
    let number = String(location.line)
    let cells = Self.cells(of: line, around: location.column - 1)
    source = "  \(number) | " + cells.text
    margin = "  " + String(repeating: " ", count: number.count) + " | "
    caret = String(repeating: " ", count: cells.caret) + "^"
  }

  /// Returns the visible part of the line, and the column on the screen for the caret.
  private static func cells(of line: String, around offset: Int) -> (text: String, caret: Int) {
    // Only the surroundings of the caret are processed, because a line may be as long as the whole file.
    let first = max(0, offset - reach)
    let scalars = line.unicodeScalars.dropFirst(first).prefix(offset - first + reach)
    let before = screen(scalars.prefix(offset - first), from: first > 0 ? 1 : 0)
    let all = screen(scalars, from: first > 0 ? 1 : 0)
    let isCut = line.unicodeScalars.dropFirst(first + reach + offset - first).first != nil
    return ((first > 0 ? "…" : "") + all.text + (isCut ? "…" : ""), before.column)
  }

  /// Returns the text in a form that's safe for a terminal, and the column after it.
  private static func screen(_ scalars: Substring.UnicodeScalarView, from start: Int) -> (text: String, column: Int) {
    var text = ""
    var column = start
    for character in Substring(scalars) {
      if character == "\t" {
        let width = tabWidth - column % tabWidth
        text += String(repeating: " ", count: width)
        column += width
      } else if character.unicodeScalars.contains(where: { $0 == "\r" || ForbiddenCharacters.isForbidden($0) }) {
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
  /// The number of columns of this character in a terminal: two for wide East Asian characters and emoji, zero for a
  /// lone mark.
  fileprivate var screenWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    if Self.wide.contains(where: { $0.contains(first.value) }) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The blocks with Unicode's East Asian Width "W" or "F" that are more than single characters.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x20000...0x3FFFD,
  ]
}
