import ArgumentParser
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

/// Loads and checks several descriptors, and goes on after one that is wrong, so that one run tells everything.
struct DescriptorRun {
  private(set) var errors: [Diagnostic] = []
  private(set) var warnings: [Diagnostic] = []

  /// The value that `step` makes of each descriptor that is right.
  mutating func results<Value>(
    of references: [String], _ step: (LoadedDescriptor) throws(DiagnosticsError) -> Value
  ) -> [Value] {
    let loader = DescriptorLoader()
    var values: [Value] = []
    for reference in references {
      do throws(DiagnosticsError) {
        let descriptor = try loader.load(reference)
        warnings += descriptor.warnings
        values.append(try step(descriptor))
      } catch {
        errors += error.diagnostics
      }
    }
    return values
  }

  /// Prints everything; ends the command if there was an error.
  func finish() throws {
    Reporting.print((errors + warnings).inReadingOrder())
    if !errors.isEmpty { throw ExitCode.failure }
  }
}
