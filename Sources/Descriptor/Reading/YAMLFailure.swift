import Yams

/// Converts an error of the YAML parser into diagnostics with locations.
struct YAMLFailure {
  let diagnostics: [Diagnostic]

  init(_ error: YamlError, text: String, file: String) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let message = [context?.text, problem].compactMap { $0 }.joined(separator: ", ")
      let location = SourceLocation(file: file, line: mark.line, column: mark.column)
      diagnostics = [Diagnostic(.files.invalidYAML, message, at: location)]
    case .duplicatedKeysInMapping(let keys, let context):
      let first = SourceLocation(file: file, line: context.mark.line, column: context.mark.column)
      let key = keys.first ?? ""
      let second = Self.repetition(of: key, after: first, in: text) ?? first
      let message = "duplicate key '\(key)'; it was first used in line \(first.line)"
      diagnostics = [Diagnostic(.files.duplicateKey, message, at: second)]
    default:
      diagnostics = [Diagnostic(.files.invalidYAML, "\(error)", at: SourceLocation(file: file))]
    }
  }

  /// Finds the repetition of a key. Yams reports the location of the first occurrence, but the repetition is the one to
  /// correct.
  private static func repetition(of key: String, after first: SourceLocation, in text: String) -> SourceLocation? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let spellings = ["\(key):", "\"\(key)\":", "'\(key)':"].map { Array($0.unicodeScalars) }
    for number in first.line...max(first.line, lines.count) where lines.indices.contains(number - 1) {
      let line = Array(lines[number - 1].unicodeScalars)
      let start = number == first.line ? first.column : 0
      // In block style, the repetition has the same indentation. In flow style, it can be anywhere.
      var isFlow = number == first.line
      for (column, scalar) in line.enumerated() {
        let isPossible = column >= start && (isFlow || column == first.column - 1)
        if isPossible, isKey(spellings, in: line, at: column) {
          return SourceLocation(file: first.file, line: number, column: column + 1)
        }
        isFlow = isFlow || scalar == "{" || scalar == ","
      }
    }
    return nil
  }

  private static func isKey(_ spellings: [[Unicode.Scalar]], in line: [Unicode.Scalar], at column: Int) -> Bool {
    if column > 0, !" {,".unicodeScalars.contains(line[column - 1]) { return false }
    return spellings.contains { line[column...].starts(with: $0) }
  }
}
