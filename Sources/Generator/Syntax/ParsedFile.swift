import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// The result of parsing a file with Swift's parser.
struct ParsedFile {
  /// A syntax error or warning with its position, counted from 1.
  struct Finding: Sendable, Equatable {
    var message: String
    var line: Int
    var column: Int
  }

  private let contents: String
  private let tree: SourceFileSyntax

  init(_ contents: String) {
    self.contents = contents
    tree = Parser.parse(source: contents)
  }

  var findings: [Finding] {
    guard tree.hasError || tree.hasWarning else { return [] }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    return ParseDiagnosticsGenerator.diagnostics(for: tree).map { diagnostic in
      let place = diagnostic.location(converter: converter)
      return Finding(message: diagnostic.message, line: place.line, column: place.column)
    }
  }

  /// Returns the first code that a string of the descriptor became, or `nil` if no string became code.
  ///
  /// - Parameter text: The file that was parsed, with the places of its strings.
  func firstCode(in text: MarkedText) -> Finding? {
    guard let code = StringCheck(text).firstCode(in: tree) else { return nil }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    let place = converter.location(for: AbsolutePosition(utf8Offset: code.lowerBound))
    let bytes = Array(contents.utf8)[code]
    return Finding(message: String(decoding: bytes, as: UTF8.self), line: place.line, column: place.column)
  }
}
