import AuthDescriptor
import Foundation

/// Prints findings where editors and SwiftPM look for them: `file:line:column: error: …` on standard error.
enum Reporting {
  static func print(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { print(line: diagnostic.description) }
  }

  static func print(line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
