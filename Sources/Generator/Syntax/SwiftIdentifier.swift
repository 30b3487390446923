import AuthConfiguration
import SwiftParser
import SwiftSyntax

/// Checks names with Swift's own parser, so there's no list of keywords to maintain.
enum SwiftIdentifier {
  /// The name itself, if it can be declared and used without backticks.
  ///
  /// Names must be ASCII, because the parser would also accept backticked text, emoji, and the bidi control U+202E.
  static func checked(_ name: String) throws(SwiftTextFailure) -> String {
    let isASCII = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    guard isASCII, let first = name.utf8.first else { throw .notAnIdentifier(name) }
    let isPlainWord = name != "_" && !first.isASCIIDigit && !keywords.contains(name)
    guard isPlainWord || isIdentifierEverywhere(name) else { throw .notAnIdentifier(name) }
    return name
  }

  /// Whether a name is a keyword that can be a member if its declaration has backticks. `x.self` and `x.init` have another
  /// meaning.
  static func isKeywordMember(_ name: String) -> Bool {
    guard keywords.contains(name), !isIdentifierEverywhere(name), name.first?.isLowercase == true,
      !["self", "init"].contains(name)
    else { return false }
    let uses = "enum E { case `\(name)` }; let x: E = .\(name); let y = E.\(name)"
    return !Parser.parse(source: uses).hasError
  }

  /// Every word that Swift's parser might treat specially somewhere, as the parser itself spells it. Only these words are
  /// test-parsed: there are many names, and parsing each took a tenth of a run.
  static let keywords = Set(
    (UInt8.min...UInt8.max).compactMap { number in
      Keyword(rawValue: number).map { TokenSyntax.keyword($0).text }
    })

  /// Whether the parser treats the name as an identifier wherever generated code uses one. Some words, such as `await`, can be
  /// declared but mean something else in an expression.
  static func isIdentifierEverywhere(_ name: String) -> Bool {
    let uses = "enum E { case \(name) }; var \(name): T { f(\"\", \(name)); if \(name) { x.\(name) = \(name) } }"
    let tree = Parser.parse(source: uses)
    return !tree.hasError
      && tree.tokens(viewMode: .sourceAccurate).allSatisfy { $0.text != name || $0.tokenKind == .identifier(name) }
  }
}
