import AuthDescriptor

/// Checks a rendered file: it must be Swift, and declare exactly what the model says.
///
/// Parsing alone is not enough: a crafted value could be valid Swift that declares something more.
struct RenderedFileCheck: Sendable {
  /// Checks one file.
  ///
  /// - Parameters:
  ///   - contents: The rendered Swift.
  ///   - path: The file's name, for messages.
  ///   - expected: What the file has to declare, in any order; `nil` if it may declare anything.
  ///   - template: The name of the template that made a line, for messages.
  func check(
    _ contents: String, path: String, expected: [DeclaredName]?, template: (_ line: Int) -> String
  ) throws(DiagnosticsError) {
    let file = ParsedFile(contents)
    guard file.findings.isEmpty else {
      let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
      throw DiagnosticsError(file.findings.map { finding($0, path, template($0.line), lines) })
    }
    guard let expected else { return }
    let added = file.declarations.subtracting(expected).map { "would also declare '\($0)'" }
    let missing = expected.subtracting(file.declarations).map { "would not declare '\($0)'" }
    guard added.isEmpty, missing.isEmpty else {
      let findings = (added + missing).map { difference in
        Diagnostic(
          .generation.invalidOutput, "rendered from \(template(1)), the file \(difference)", at: SourceLocation(file: path))
      }
      throw DiagnosticsError(findings)
    }
  }

  private func finding(
    _ finding: ParsedFile.Finding, _ path: String, _ template: String, _ lines: [Substring]
  ) -> Diagnostic {
    let line = lines.indices.contains(finding.line - 1) ? lines[finding.line - 1] : ""
    // The parser counts bytes.
    let column = String(decoding: line.utf8.prefix(finding.column - 1), as: UTF8.self).unicodeScalars.count + 1
    let location = SourceLocation(file: path, line: finding.line, column: column)
    let message = "rendered from \(template), the file is no Swift: \(finding.message)"
    return Diagnostic(.generation.invalidOutput, message, at: location, sourceLine: String(line))
  }
}

extension [DeclaredName] {
  /// What is left of this multiset, in order.
  fileprivate func subtracting(_ others: [DeclaredName]) -> [DeclaredName] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { name in
      guard let count = counts[name], count > 0 else { return true }
      counts[name] = count - 1
      return false
    }
  }
}
