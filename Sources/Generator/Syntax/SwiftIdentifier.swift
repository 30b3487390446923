import SwiftParser
import SwiftSyntax

/// Checks names with Swift's own parser, so there is no list of keywords to keep.
enum SwiftIdentifier {
  /// The name itself, if it can be declared and used without backticks.
  ///
  /// ASCII first: the parser would also accept backticked text, emoji and the bidi control U+202E.
  static func checked(_ name: String) throws(SwiftTextFailure) -> String {
    let isASCII = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
    }
    let isUsable = name.isValidSwiftIdentifier(for: .variableName) && name.isValidSwiftIdentifier(for: .memberAccess)
    guard isASCII, isUsable, isUsableInCode(name) else { throw .notAnIdentifier(name) }
    return name
  }

  /// Some words may be declared but mean something else where generated code uses them, such as `await`.
  private static func isUsableInCode(_ name: String) -> Bool {
    !Parser.parse(source: "func f(\(name): T) { g(\"x\", \(name)); if \(name) { self.\(name) = \(name) } }").hasError
  }
}
