import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// What Swift's parser says about a file.
struct ParsedFile {
  /// A syntax error or warning with its place, counted from 1.
  struct Finding: Sendable, Equatable {
    var message: String
    var line: Int
    var column: Int
  }

  private let tree: SourceFileSyntax

  init(_ contents: String) {
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

  /// The first code that the file with inert texts doesn't have at the same place, or `nil` if both have the same.
  func firstDifference(from inert: String) -> Finding? {
    var inert = InertFile(inert)
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
