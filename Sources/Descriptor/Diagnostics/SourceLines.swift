/// The lines of files that findings speak of, each file read at most once and only if something is to be shown of it.
package struct SourceLines {
  private let read: (String) -> String?
  private var files: [String: [String]] = [:]

  /// - Parameter read: The text of a file by the name that findings give it.
  package init(read: @escaping (String) -> String?) {
    self.read = read
  }

  /// The line of a place with a caret, or nothing where there is no such line.
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
  /// Split where YAML and editors split: at LF, CRLF and a lone CR.
  fileprivate var sourceLines: [String] {
    split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }.map(String.init)
  }
}

extension String {
  /// Nothing, or white space only.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
