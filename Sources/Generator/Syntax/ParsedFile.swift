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

  /// The first code that differs from the file with inert strings, or `nil` if both files have the same code.
  func firstDifference(from inert: String) -> Finding? {
    var inert = InertFile(inert, of: contents)
    for token in tree.tokens(viewMode: .sourceAccurate) {
      guard inert.continues(with: token) else { return finding(at: token) }
    }
    return nil
  }

  private func finding(at token: TokenSyntax) -> Finding {
    let place = token.startLocation(converter: SourceLocationConverter(fileName: "", tree: tree))
    return Finding(message: token.text, line: place.line, column: place.column)
  }
}
