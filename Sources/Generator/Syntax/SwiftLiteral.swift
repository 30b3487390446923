import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// Text that cannot stand in generated Swift.
enum SwiftTextFailure: Error, Sendable, Equatable {
  /// The literal would not mean the text.
  case notRepresentable(String)
  /// The name is a keyword, or no identifier at all.
  case notAnIdentifier(String)
  /// A comment would hold a line break, a control or a bidi character.
  case notAComment(String)
}

/// Makes string literals.
enum SwiftLiteral {
  /// The literal whose value is `text`.
  ///
  /// It is parsed back and compared: where swift-syntax escapes wrongly (a quote followed by a combining mark), the
  /// text is refused instead of written.
  static func string(_ text: String) throws(SwiftTextFailure) -> String {
    if isWrittenAsItIs(text) { return "\"\(text)\"" }
    let literal = StringLiteralExprSyntax(content: text).description
    guard !literal.contains(where: \.isNewline), value(of: literal) == text else { throw .notRepresentable(text) }
    return literal
  }

  /// Printable ASCII without a quote or a backslash needs no escape. Nearly every text of a descriptor is like that,
  /// and two parser runs for each would be the larger part of a debug run.
  private static func isWrittenAsItIs(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  private static func value(of literal: String) -> String? {
    let tree = Parser.parse(source: literal)
    guard !tree.hasError, tree.statements.count == 1, let item = tree.statements.first?.item else { return nil }
    return item.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
