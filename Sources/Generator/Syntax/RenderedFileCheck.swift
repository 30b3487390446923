import AuthDescriptor

/// Checks a rendered file: it must be Swift, and declare exactly what the model says.
///
/// Parsing alone is not enough: a crafted value could be valid Swift that declares something more.
struct RenderedFileCheck: Sendable {
  /// Checks one file.
  ///
  /// - Parameters:
  ///   - contents: The rendered Swift.
  ///   - template: The template's name, for messages.
  ///   - expected: What the file has to declare, in any order.
  func check(
    _ contents: String, template: String, path: String, expected: [DeclaredName]
  ) throws(DiagnosticsError) {
    let file = ParsedFile(contents)
    guard file.findings.isEmpty else {
      throw DiagnosticsError(
        file.findings.map { finding in
          let location = SourceLocation(file: path, line: finding.line, column: finding.column)
          let message = "rendered from \(template), the file is no Swift: \(finding.message)"
          return Diagnostic(.invalidOutput, message, at: location)
        })
    }
    let added = file.declarations.subtracting(expected).map { "would also declare '\($0)'" }
    let missing = expected.subtracting(file.declarations).map { "would not declare '\($0)'" }
    guard added.isEmpty, missing.isEmpty else {
      let findings = (added + missing).map { difference in
        Diagnostic(
          .invalidOutput, "rendered from \(template), the file \(difference)", at: SourceLocation(file: path))
      }
      throw DiagnosticsError(findings)
    }
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
