import AuthDescriptor

/// Checks that a rendered file is valid Swift, and that no string of the descriptor became code.
///
/// Parsing alone isn't enough: a crafted string could end its literal or its comment, and continue as valid Swift. So the check
/// finds each string in the file by its marks, wherever it's used: in a declaration, in the body of a function, or in a default
/// value.
package struct RenderedFileCheck: Sendable {
  package init() {}

  /// Checks that a file is valid Swift, regardless of its declarations.
  ///
  /// - Parameter origin: The source of the file, for messages.
  /// - Throws: A finding for each syntax error in the file.
  package func checkIsSwift(_ contents: String, path: String, from origin: String) throws(DiagnosticsError) {
    try check(MarkedText(unmarked: contents), path: path) { _ in origin }
  }

  /// Checks one file.
  ///
  /// - Parameters:
  ///   - text: The rendered Swift, with the places of the descriptor's strings.
  ///   - path: The file's name, for messages.
  ///   - template: Returns the name of the template that rendered a line, for messages.
  func check(
    _ text: MarkedText, path: String, template: (_ line: Int) -> String
  ) throws(DiagnosticsError) {
    let file = ParsedFile(text.contents)
    let findings = file.findings
    let code = findings.isEmpty ? file.firstCode(in: text) : nil
    guard !findings.isEmpty || code != nil else { return }
    let lines = text.contents.split(separator: "\n", omittingEmptySubsequences: false)
    if let code {
      let message = "a string of the descriptor would become code: '\(code.message)'"
      throw DiagnosticsError([finding(code, message, path, template(code.line), lines)])
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
