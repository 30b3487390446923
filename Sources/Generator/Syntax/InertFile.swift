import SwiftSyntax

/// A file that was rendered with inert strings. It's compared with the tokens of the real file, because parsing it too would
/// take as long as the first parse.
struct InertFile {
  /// The end of a literal's text.
  private struct Delimiter {
    let end: [UInt8]
    let interpolation: [UInt8]
    let escape: [UInt8]

    init(quotes: String, pounds: String) {
      end = Array((quotes + pounds).utf8)
      escape = Array(("\\" + pounds).utf8)
      interpolation = escape + [UInt8(ascii: "(")]
    }
  }

  private enum Place {
    case code, text, behindLiteral, behindBackslash
  }

  private let bytes: [UInt8]
  private let real: [UInt8]
  private var position = 0
  private var place = Place.code
  /// The open literals. Each is in an interpolation of the one before.
  private var literals: [Delimiter] = []
  /// The delimiter of the real file's next literal, if it is raw.
  private var pounds: (text: String, startsLine: Bool)?

  /// - Parameters:
  ///   - contents: The file with inert strings.
  ///   - real: The real file.
  init(_ contents: String, of real: String) {
    bytes = Array(contents.utf8)
    self.real = Array(real.utf8)
  }

  /// Whether a token of the real file is the next code of this file. The text in string literals isn't code.
  mutating func continues(with token: TokenSyntax) -> Bool {
    let last = place
    place = .code
    switch token.tokenKind {
    case .stringSegment:
      skipText()
      place = .text
      return true
    case .backslash:
      place = .behindBackslash
      return continues(withTextOf: token)
    case .rawStringPoundDelimiter(let text):
      switch last {
      case .behindLiteral: break
      case .behindBackslash: return continues(withTextOf: token)
      case .code, .text: pounds = (text, startsLine(token))
      }
      return true
    case .stringQuote, .multilineStringQuote: return last == .text ? endsLiteral() : beginsLiteral(token)
    case .endOfFile:
      _ = skipTrivia()
      return position == bytes.count
    case .identifier: return continues(withTextOf: token, orFiller: true)
    default: return continues(withTextOf: token)
    }
  }

  /// Compares bytes in place, because making a string of each token would take longer.
  ///
  /// - Parameter mayBeFiller: Whether stand-ins may replace any byte.
  private mutating func continues(withTextOf token: TokenSyntax, orFiller mayBeFiller: Bool = false) -> Bool {
    // A line break can end a statement.
    guard skipTrivia() == startsLine(token) else { return false }
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = position + token.trimmedLength.utf8Length
    guard end <= bytes.count else { return false }
    let isLike = (position..<end).allSatisfy { index in
      bytes[index] == real[start + index - position] || mayBeFiller && InertText.isFiller(bytes[index])
    }
    // A word ends at the end of its token.
    let endsInside = end > position && end < bytes.count && Self.isOfWord(bytes[end - 1]) && Self.isOfWord(bytes[end])
    guard isLike, !endsInside else { return false }
    position = end
    return true
  }

  /// A literal from a template begins as in the real file. A literal from the descriptor begins with a single quote, regardless
  /// of the delimiter that the real one needs.
  private mutating func beginsLiteral(_ token: TokenSyntax) -> Bool {
    defer { pounds = nil }
    guard skipTrivia() == pounds?.startsLine ?? startsLine(token) else { return false }
    let start = (pounds?.text ?? "") + token.text
    let isOfTemplate = hasNext(Array(start.utf8))
    guard isOfTemplate || hasNext([UInt8(ascii: "\"")]) else { return false }
    literals.append(
      isOfTemplate ? Delimiter(quotes: token.text, pounds: pounds?.text ?? "") : Delimiter(quotes: "\"", pounds: ""))
    position += isOfTemplate ? start.utf8.count : 1
    return true
  }

  private mutating func endsLiteral() -> Bool {
    guard let end = literals.popLast()?.end, hasNext(end) else { return false }
    position += end.count
    place = .behindLiteral
    return true
  }

  /// Skips the text of a literal up to its end or the next interpolation.
  private mutating func skipText() {
    guard let literal = literals.last else { return }
    while position < bytes.count, !hasNext(literal.end), !hasNext(literal.interpolation) {
      position += hasNext(literal.escape) ? literal.escape.count + 1 : 1
    }
  }

  /// Whether a line break precedes a token of the real file. Most tokens have no leading trivia. In most of the others, the
  /// trivia starts with the line break.
  private func startsLine(_ token: TokenSyntax) -> Bool {
    guard token.leadingTriviaLength.utf8Length > 0 else { return false }
    return real[token.position.utf8Offset] == UInt8(ascii: "\n") || token.leadingTrivia.contains(where: \.isNewline)
  }

  /// Skips spaces, line breaks, and comments.
  ///
  /// - Returns: Whether there was a line break.
  private mutating func skipTrivia() -> Bool {
    var startsLine = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        startsLine = true
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "/") where hasNext(Self.comment):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where hasNext(Self.openComment): skipComment()
      default: return startsLine
      }
    }
    return startsLine
  }

  /// Skips a comment, including nested comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if hasNext(Self.openComment) || hasNext(Self.closeComment) {
        depth += hasNext(Self.openComment) ? 1 : -1
        position += 1
      }
      position += 1
    } while depth > 0 && position < bytes.count
  }

  private func hasNext(_ text: [UInt8]) -> Bool {
    text.count <= bytes.count - position && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
  }

  private static let comment = Array("//".utf8)
  private static let openComment = Array("/*".utf8)
  private static let closeComment = Array("*/".utf8)

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
