import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// A string that can't be used in generated Swift.
enum SwiftTextFailure: Error, Sendable, Equatable {
  /// The name is a keyword or isn't a valid identifier.
  case notAnIdentifier(String)
  /// The comment would contain a line break, a control character, or a bidi character.
  case notAComment(String)
}

/// Makes string literals.
package enum SwiftLiteral {
  /// The literal with the value `text`. Every string has one.
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
    // swift-syntax doesn't escape a quote that is followed by a combining mark. In that case, escape everything.
    return escaped(text)
  }

  /// Printable ASCII without a quote or a backslash needs no escaping. Nearly every string of a descriptor is like that, and
  /// two parser runs for each would take most of the time in a debug build.
  private static func isWrittenAsItIs(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// Escapes every scalar as `\u{…}`, except ASCII letters, digits, and spaces.
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
