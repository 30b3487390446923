import AuthDescriptor

/// Checks that a rendered file is valid Swift, and that its code doesn't depend on the descriptor's strings.
///
/// Parsing alone isn't enough: a crafted string could end its literal or its comment, and continue as valid Swift. So the check
/// compares the file's tokens with those of the same file with inert strings, wherever a string is used: in a declaration, in
/// the body of a function, or in a default value.
package struct RenderedFileCheck: Sendable {
  package init() {}

  /// Checks that a file is valid Swift, regardless of its declarations.
  ///
  /// - Parameter origin: The source of the file, for messages.
  package func checkIsSwift(_ contents: String, path: String, from origin: String) throws(DiagnosticsError) {
    try check(contents, path: path, expected: nil) { _ in origin }
  }

  /// Checks one file.
  ///
  /// - Parameters:
  ///   - contents: The rendered Swift.
  ///   - path: The file's name, for messages.
  ///   - expected: The same file, rendered with inert strings, or `nil` to check the syntax only.
  ///   - template: Returns the name of the template that rendered a line, for messages.
  func check(
    _ contents: String, path: String, expected: String?, template: (_ line: Int) -> String
  ) throws(DiagnosticsError) {
    let file = ParsedFile(contents)
    let findings = file.findings
    let difference = findings.isEmpty ? expected.flatMap(file.firstDifference) : nil
    guard !findings.isEmpty || difference != nil else { return }
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    if let difference {
      let message = "a string of the descriptor would become code: '\(difference.message)'"
      throw DiagnosticsError([finding(difference, message, path, template(difference.line), lines)])
    }
    throw DiagnosticsError(
      findings.map { finding($0, "the file isn't valid Swift: \($0.message)", path, template($0.line), lines) })
  }

  private func finding(
    _ finding: ParsedFile.Finding, _ message: String, _ path: String, _ template: String, _ lines: [Substring]
  ) -> Diagnostic {
    let line = lines.indices.contains(finding.line - 1) ? lines[finding.line - 1] : ""
    // The parser's columns count bytes.
    let column = String(decoding: line.utf8.prefix(finding.column - 1), as: UTF8.self).unicodeScalars.count + 1
    let location = SourceLocation(file: path, line: finding.line, column: column)
    return Diagnostic(
      .generation.invalidOutput, "rendered from \(template), \(message)", at: location, sourceLine: String(line))
  }
}
