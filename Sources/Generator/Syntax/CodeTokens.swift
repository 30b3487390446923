import SwiftSyntax

/// The tokens of a file, without comments and without the text in string literals.
struct CodeTokens: Sequence, IteratorProtocol {
  private var tokens: TokenSequence.Iterator

  init(_ tree: SourceFileSyntax) {
    tokens = tree.tokens(viewMode: .sourceAccurate).makeIterator()
  }

  mutating func next() -> CodeToken? {
    var startsLine = false
    while let token = tokens.next() {
      startsLine = startsLine || token.startsLine
      switch token.tokenKind {
      // The text determines whether a literal is raw.
      case .stringSegment, .rawStringPoundDelimiter, .endOfFile: continue
      case .multilineStringQuote: return CodeToken(kind: .stringQuote, startsLine: startsLine, syntax: token)
      case let kind: return CodeToken(kind: kind, startsLine: startsLine, syntax: token)
      }
    }
    return nil
  }
}

/// A token that isn't text.
struct CodeToken {
  let kind: TokenKind
  /// A line break can end a statement.
  let startsLine: Bool
  let syntax: TokenSyntax

  /// Whether a token of a file with inert text is the same code.
  func isLike(_ inert: CodeToken) -> Bool {
    guard startsLine == inert.startsLine else { return false }
    if case .identifier(let name) = kind, case .identifier(let other) = inert.kind {
      return InertText.canReplace(name, with: other)
    }
    return kind == inert.kind
  }
}

extension TokenSyntax {
  /// Most tokens have no leading trivia, which is quick to check.
  fileprivate var startsLine: Bool {
    leadingTriviaLength.utf8Length > 0 && leadingTrivia.contains(where: \.isNewline)
  }
}
