import AuthGenerator

/// Text of a descriptor that a tutorial shows literally, regardless of its content.
///
/// A tutorial is Markdown with directives, and a brace ends a directive's content: even a brace after a backslash, or
/// one in inline code if it ends its line. So braces are written as entities, and everything else that could be
/// Markdown is escaped with a backslash. Inline code in single backticks isn't changed if it contains nothing of the
/// kind.
enum TutorialProse {
  /// The text on one line, as used in the middle or at the beginning of a paragraph.
  static func text(_ text: String) -> String {
    let words = text.words.joined(separator: " ")
    var result = ""
    var rest = words[...]
    while let opening = rest.firstIndex(of: "`") {
      let body = rest[rest.index(after: opening)...]
      guard let closing = body.firstIndex(of: "`"), isPlainCode(body[..<closing]) else {
        result += escaped(rest[...opening])
        rest = body
        continue
      }
      result += escaped(rest[..<opening]) + "`\(body[..<closing])`"
      rest = body[body.index(after: closing)...]
    }
    return atLineStart(result + escaped(rest))
  }

  /// The text as inline code, or as ordinary text if it contains characters that inline code can't.
  static func code(_ text: String) -> String {
    let words = text.words.joined(separator: " ")
    return isPlainCode(words[...]) ? "`\(words)`" : Self.text(words)
  }

  /// Markdown for a table cell. A bar begins the next cell, even in inline code or before a combining mark.
  static func cell(_ markdown: String) -> String {
    var scalars = String.UnicodeScalarView()
    for next in markdown.unicodeScalars {
      if next == "|", scalars.last != "\\" { scalars.append("\\") }
      scalars.append(next)
    }
    return String(scalars)
  }

  /// The text for a quoted argument of a directive, in which nothing can be escaped.
  static func argument(_ text: String) -> String {
    let kept = text.words.joined(separator: " ").unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "`": "'"
      case "\\": "/"
      case "{", "}", "@": " "
      default: String(scalar)
      }
    }
    return kept.joined().words.joined(separator: " ")
  }

  private static let marks = Set("\\`*_[]<>#|~!&@".unicodeScalars)

  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "{": "&#123;"
      case "}": "&#125;"
      case _ where marks.contains(scalar): "\\\(scalar)"
      default: String(scalar)
      }
    }.joined()
  }

  /// Prevents text from beginning a list (`1. x`, `- x`, or `+ x`) or making a heading of the line above.
  private static func atLineStart(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }.count
    let rest = text.dropFirst(digits)
    guard let first = rest.first, digits == 0 ? "-+=:".contains(first) : ".)".contains(first) else { return text }
    return text.prefix(digits) + "\\" + rest
  }

  /// Whether the text needs no escapes in inline code, which doesn't support any.
  private static func isPlainCode(_ text: Substring) -> Bool {
    !text.isEmpty && text.first != " " && text.last != " "
      && text.unicodeScalars.allSatisfy { $0.isASCII && !"`{}@\\".unicodeScalars.contains($0) }
  }
}
