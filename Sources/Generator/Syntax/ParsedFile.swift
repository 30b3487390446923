import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// What Swift's parser says about a file.
struct ParsedFile: Sendable {
  /// A syntax error or warning with its place, counted from 1.
  struct Finding: Sendable {
    var message: String
    var line: Int
    var column: Int
  }

  let findings: [Finding]
  let declarations: [DeclaredName]

  init(_ contents: String) {
    let tree = Parser.parse(source: contents)
    declarations = DeclaredNames.collect(from: tree)
    guard tree.hasError || tree.hasWarning else {
      findings = []
      return
    }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    findings = ParseDiagnosticsGenerator.diagnostics(for: tree).map { diagnostic in
      let place = diagnostic.location(converter: converter)
      return Finding(message: diagnostic.message, line: place.line, column: place.column)
    }
  }
}
