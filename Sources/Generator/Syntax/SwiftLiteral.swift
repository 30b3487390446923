import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// Text that cannot stand in generated Swift.
enum SwiftTextFailure: Error, Sendable, Equatable {
  /// The name is a keyword, or no identifier at all.
  case notAnIdentifier(String)
  /// A comment would hold a line break, a control or a bidi character.
  case notAComment(String)
}

/// Makes string literals.
package enum SwiftLiteral {
  /// The literal whose value is `text`. There is one for every text.
  package static func string(_ text: String) -> String {
    let literal = spelled(text)
    return InertText.isWanted ? InertText.literal(for: literal) : literal
  }

  private static func spelled(_ text: String) -> String {
    if isWrittenAsItIs(text) { return "\"\(text)\"" }
    let literal = StringLiteralExprSyntax(content: text).description
    if !literal.contains(where: \.isNewline),
      value(of: literal)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true
    {
      return literal
    }
    // swift-syntax does not escape a quote that is followed by a combining mark: then nothing is left to chance.
    return escaped(text)
  }

  /// Printable ASCII without a quote or a backslash needs no escape. Nearly every text of a descriptor is like that,
  /// and two parser runs for each would be the larger part of a debug run.
  private static func isWrittenAsItIs(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// Every scalar that is not a plain ASCII letter, digit or blank as `\u{…}`.
  private static func escaped(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar == " " || ("0"..."9").contains(scalar))
      return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return "\"" + body.joined() + "\""
  }

  private static func value(of literal: String) -> String? {
    let tree = Parser.parse(source: literal)
    guard !tree.hasError, tree.statements.count == 1, let item = tree.statements.first?.item else { return nil }
    return item.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
