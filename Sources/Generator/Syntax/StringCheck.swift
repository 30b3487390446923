import SwiftSyntax

/// Finds strings of a descriptor that became code in a rendered file.
///
/// A string may be a literal, a name, a part of a literal's text, or a part of a comment. If a token overlaps it in any
/// other way, or if it begins or ends a block comment, it became code. A line break could end a statement or a comment,
/// so only whole comments may contain one, and each of their lines must begin with `///`.
struct StringCheck {
  private let bytes: [UInt8]
  private let places: [MarkedText.Place]
  /// The first place that doesn't end before the current token.
  private var next = 0
  /// The number of quotes in the next place, up to the current token.
  private var quotes = 0

  init(_ text: MarkedText) {
    bytes = Array(text.contents.utf8)
    places = text.places
  }

  /// Returns the bytes of the first code that a string became, or `nil` if no string became code.
  ///
  /// - Parameter file: The syntax tree of the text.
  func firstCode(in file: SourceFileSyntax) -> Range<Int>? {
    if let line = places.lazy.compactMap(lineOfCode).first { return line }
    if bytes.contains(Self.openComment), let place = firstInComment(file) { return place }
    var check = self
    for token in file.tokens(viewMode: .sourceAccurate) {
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      let range = start..<(start + token.trimmedLength.utf8Length)
      if check.isCode(token, range) { return range }
    }
    return nil
  }

  /// Checks the places that a token overlaps.
  private mutating func isCode(_ token: TokenSyntax, _ range: Range<Int>) -> Bool {
    while next < places.count, places[next].range.upperBound <= range.lowerBound {
      next += 1
      quotes = 0
    }
    for place in places[next...] {
      guard place.range.lowerBound < range.upperBound else { break }
      if place.range.overlaps(range), !mayOverlap(token.tokenKind, range, place) { return true }
    }
    return false
  }

  private mutating func mayOverlap(_ token: TokenKind, _ range: Range<Int>, _ place: MarkedText.Place) -> Bool {
    let isAround = range.lowerBound <= place.range.lowerBound && range.upperBound >= place.range.upperBound
    let isInside = range.lowerBound >= place.range.lowerBound && range.upperBound <= place.range.upperBound
    switch token {
    case .identifier: return place.kind == .name && isAround
    case .stringSegment: return isAround || place.kind == .literal && isInside
    case .rawStringPoundDelimiter: return place.kind == .literal && isInside
    case .stringQuote:
      quotes += 1
      return place.kind == .literal && isInside && quotes <= 2
    default: return false
    }
  }

  /// Returns the line that makes a string code: the first one without `///` in a whole comment, or the second one in
  /// any other string.
  private func lineOfCode(of place: MarkedText.Place) -> Range<Int>? {
    let lines = bytes[place.range].split(omittingEmptySubsequences: false, whereSeparator: Self.isLineBreak)
    let code =
      place.kind == .comment
      ? lines.first { !$0.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: Self.docComment) }
      : lines.dropFirst().first
    return code?.indices
  }

  /// Returns the first string in a block comment that could begin or end the comment.
  private func firstInComment(_ file: SourceFileSyntax) -> Range<Int>? {
    for token in file.tokens(viewMode: .sourceAccurate) {
      for (trivia, start) in [
        (token.leadingTrivia, token.position), (token.trailingTrivia, token.endPositionBeforeTrailingTrivia),
      ] {
        var offset = start.utf8Offset
        for piece in trivia {
          let range = offset..<(offset + piece.sourceLength.utf8Length)
          if piece.isBlockComment, let place = places.first(where: { $0.range.overlaps(range) && delimits($0.range) }) {
            return place.range
          }
          offset = range.upperBound
        }
      }
    }
    return nil
  }

  /// Whether a byte of a string is a part of `/*` or `*/`.
  private func delimits(_ range: Range<Int>) -> Bool {
    let around = bytes[max(0, range.lowerBound - 1)..<min(bytes.count, range.upperBound + 1)]
    return around.contains(Self.openComment) || around.contains(Self.closeComment)
  }

  private static let docComment = Array("///".utf8)
  private static let openComment = (UInt8(ascii: "/"), UInt8(ascii: "*"))
  private static let closeComment = (UInt8(ascii: "*"), UInt8(ascii: "/"))

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension Sequence<UInt8> {
  /// Whether the sequence contains two bytes, one after the other. `firstRange(of:)` would take longer than parsing.
  func contains(_ pair: (UInt8, UInt8)) -> Bool {
    var last: UInt8?
    for byte in self {
      if byte == pair.1, last == pair.0 { return true }
      last = byte
    }
    return false
  }
}

extension TriviaPiece {
  fileprivate var isBlockComment: Bool {
    switch self {
    case .blockComment, .docBlockComment: true
    default: false
    }
  }
}
