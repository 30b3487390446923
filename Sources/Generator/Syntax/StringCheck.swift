import SwiftSyntax

/// Finds strings of a descriptor that became code in a rendered file.
///
/// A string may be a literal, a name, a part of a literal's text, or a part of a comment. If a token overlaps it in any
/// other way, it became code. A string that begins or ends a comment, or that escapes the end of a literal, would hide the
/// template's code. A line break could end a statement or a comment, even inside a block comment. So only whole comments
/// outside block comments may contain one, and each of their lines must begin with `///`.
struct StringCheck {
  private let bytes: [UInt8]
  private let places: [MarkedText.Place]
  /// The first place that doesn't end before the current token.
  private var next = 0
  /// The bytes of the token before the current one.
  private var last = 0..<0
  /// The comments between these two tokens.
  private var comments: CommentScan
  /// The quotes of the literal in the next place, and the end of its last token.
  private var literal = (quotes: 0, end: 0)

  init(_ text: MarkedText) {
    bytes = Array(text.contents.utf8)
    places = text.places
    comments = CommentScan(bytes, from: 0)
  }

  /// Returns the bytes of the first code that a string became, or `nil` if no string became code.
  ///
  /// - Parameter file: The syntax tree of the text.
  func firstCode(in file: SourceFileSyntax) -> Range<Int>? {
    if let line = places.lazy.compactMap(lineOfCode).first { return line }
    var check = self
    for token in file.tokens(viewMode: .sourceAccurate) {
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      let range = start..<(start + token.trimmedLength.utf8Length)
      if let code = check.visit(token, range) { return code }
    }
    return nil
  }

  /// The first line of a string that can't be a part of a line, or of a comment.
  private func lineOfCode(of place: MarkedText.Place) -> Range<Int>? {
    let lines = bytes[place.range].split(omittingEmptySubsequences: false, whereSeparator: Self.isLineBreak)
    let code =
      place.kind == .comment
      ? lines.first { !$0.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: Self.docComment) }
      : lines.dropFirst().first
    return code?.indices
  }

  /// Checks the places that end before a token, and those that it overlaps.
  private mutating func visit(_ token: TokenSyntax, _ range: Range<Int>) -> Range<Int>? {
    while next < places.count, places[next].range.upperBound <= range.lowerBound {
      if !mayEnd(places[next]) { return places[next].range }
      next += 1
      literal = (0, 0)
    }
    for place in places[next...] {
      guard place.range.lowerBound < range.upperBound else { break }
      if place.range.overlaps(range), !mayOverlap(token.tokenKind, range, place) { return range }
    }
    last = range
    comments = CommentScan(bytes, from: range.upperBound)
    return nil
  }

  private mutating func mayOverlap(_ token: TokenKind, _ range: Range<Int>, _ place: MarkedText.Place) -> Bool {
    let isAround = range.isAround(place.range)
    switch token {
    case .identifier: return place.kind == .name && isAround
    case .stringSegment where isAround: return !escapes(place.range) || range.upperBound == place.range.upperBound
    case .stringSegment where place.kind != .literal: return place.range.isAround(range)
    case .stringQuote, .stringSegment, .rawStringPoundDelimiter:
      // The tokens of a literal are contiguous.
      let start = literal.end == 0 ? place.range.lowerBound : literal.end
      guard place.kind == .literal, place.range.isAround(range), start == range.lowerBound else { return false }
      literal = (literal.quotes + (token == .stringQuote ? 1 : 0), range.upperBound)
      return true
    default: return false
    }
  }

  /// Whether a place before the current token ends where it may.
  private mutating func mayEnd(_ place: MarkedText.Place) -> Bool {
    if literal.end == 0, last.isAround(place.range) { return true }
    if place.range.lowerBound < last.upperBound {
      // A backslash before a line break isn't part of the token. It would join the template's lines in a literal.
      return place.range.upperBound == last.upperBound && (place.kind != .literal || literal.quotes == 2)
    }
    switch comments.kind(at: place.range.lowerBound) {
    case .outside: return place.kind == .comment || place.range.isEmpty
    case .line: return true
    case .block: return !delimits(place.range) && !bytes[place.range].contains(where: Self.isLineBreak)
    }
  }

  /// Whether a string ends inside an escape, which would continue with the text after it. In a raw literal, pound signs
  /// follow the backslash.
  private func escapes(_ range: Range<Int>) -> Bool {
    guard let backslash = bytes[range].lastIndex(of: UInt8(ascii: "\\")) else { return false }
    let escape = bytes[(backslash + 1)..<range.upperBound].drop { $0 == UInt8(ascii: "#") }
    let isScalar = escape.starts(with: "u{".utf8) && !escape.contains(UInt8(ascii: "}"))
    return escape.isEmpty || escape.elementsEqual("u".utf8) || isScalar
  }

  /// Whether a byte of a string is a part of `/*` or `*/`.
  private func delimits(_ range: Range<Int>) -> Bool {
    let around = bytes[max(0, range.lowerBound - 1)..<min(bytes.count, range.upperBound + 1)]
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    return around.contains((slash, star)) || around.contains((star, slash))
  }

  private static let docComment = Array("///".utf8)

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension Range<Int> {
  fileprivate func isAround(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound
  }
}
