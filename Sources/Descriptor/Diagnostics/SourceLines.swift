/// The lines of files with findings. Each file is read at most once, and only if one of its lines is shown.
package struct SourceLines {
  private let read: (String) -> String?
  private var files: [String: [String]] = [:]

  /// - Parameter read: Returns the text of a file by its name in findings.
  package init(read: @escaping (String) -> String?) {
    self.read = read
  }

  /// Returns the line at a finding's location with a caret, or `nil` if there's no such line.
  package mutating func excerpt(for diagnostic: Diagnostic) -> SourceExcerpt? {
    guard diagnostic.code.coverage == .line else { return nil }
    guard let line = diagnostic.sourceLine ?? line(at: diagnostic.location), !line.isBlank else { return nil }
    return SourceExcerpt(line: line, at: diagnostic.location)
  }

  private mutating func line(at location: SourceLocation) -> String? {
    let lines = files[location.file] ?? (read(location.file) ?? "").sourceLines
    files[location.file] = lines
    return lines.indices.contains(location.line - 1) ? lines[location.line - 1] : nil
  }
}

extension String {
  /// The lines, split where YAML and editors split them: at LF, CRLF, and a lone CR.
  fileprivate var sourceLines: [String] {
    split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }.map(String.init)
  }
}

extension String {
  /// Whether the string is empty or contains only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
