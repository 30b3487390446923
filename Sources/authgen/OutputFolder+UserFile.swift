import AuthDescriptor
import AuthGenerator
import Foundation

extension OutputFolder {
  /// Writes a file that the user edits afterward.
  ///
  /// - Parameters:
  ///   - path: The file's path, as the user named it.
  ///   - replacing: Whether to replace an existing file. If `false`, it's an error.
  func write(_ file: GeneratedFile, at path: String, replacing: Bool) throws(DiagnosticsError) {
    guard replacing || !FileManager.default.fileExists(atPath: path) else {
      let message = "the file exists; --force replaces it"
      throw DiagnosticsError([Diagnostic(.generation.unwritableOutput, message, at: SourceLocation(file: path))])
    }
    try write([file], replacing: replacing)
  }
}
