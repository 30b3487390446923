import AuthDescriptor

/// Converts the strings of one descriptor to Swift, and marks them if marks are wanted. It records each string that can't be
/// converted, with its location.
struct SwiftText {
  let source: LoadedDescriptor
  private(set) var findings: [Diagnostic] = []

  init(_ source: LoadedDescriptor) {
    self.source = source
  }

  mutating func identifier(_ name: String, _ path: String...) -> String {
    identifier(name, path: path)
  }

  mutating func identifier(_ name: String, path: [String]) -> String {
    marked(path, .name, else: "_") { () throws(SwiftTextFailure) in try SwiftIdentifier.checked(name) }
  }

  /// Makes the declared name of a case or a static property. A keyword gets backticks, because uses such as `.default`
  /// don't need them.
  mutating func member(_ name: String, path: [String]) -> String {
    guard SwiftIdentifier.isKeywordMember(name) else { return identifier(name, path: path) }
    return StringMarks.marked("`\(name)`", .name)
  }

  /// Makes a comment, including `///`.
  ///
  /// - Parameter first: The beginning of the comment, such as `- Warning: `.
  mutating func doc(_ text: String, indentation: Int, first: String = "", _ path: String...) -> String {
    doc(text, indentation: indentation, first: first, path: path)
  }

  mutating func doc(_ text: String, indentation: Int, first: String = "", path: [String]) -> String {
    marked(path, .comment, else: "///") { () throws(SwiftTextFailure) in
      try DocComment.block(text, indentation: indentation, first: first)
    }
  }

  /// Converts text that goes into the middle of a doc comment's line.
  mutating func inline(_ text: String, _ path: String...) -> String {
    marked(path, .words, else: "") { () throws(SwiftTextFailure) in try DocComment.inline(text) }
  }

  /// Converts text that goes into the middle of an ordinary comment's line.
  mutating func plain(_ text: String, _ path: String...) -> String {
    marked(path, .words, else: "") { () throws(SwiftTextFailure) in try DocComment.plain(text) }
  }

  /// Makes an entry of a `- Parameters:` section.
  ///
  /// - Parameter name: The name of the parameter, without marks.
  mutating func parameterDoc(_ text: String, of name: String, _ path: String...) -> String {
    parameterDoc(text, of: name, path: path)
  }

  mutating func parameterDoc(_ text: String, of name: String, path: [String]) -> String {
    marked(path, .comment, else: "///") { () throws(SwiftTextFailure) in
      try DocComment.block(text, indentation: 2, first: "  - \(name): ", next: "    ")
    }
  }

  /// Records a finding if several parameters have the same type name.
  mutating func rejectRepetitions(of types: [String], _ path: String...) {
    var seen: Set<String> = []
    for type in types where !seen.insert(type).inserted {
      let message = "two parameters have the type name '\(StringMarks.removed(from: type))' in Swift"
      let note = "set another name with 'case:'"
      findings.append(Diagnostic(.names.nameConflict, message, at: source.location(of: path), note: note))
    }
  }

  private mutating func marked(
    _ path: [String], _ kind: StringMarks.Kind, else fallback: String, _ make: () throws(SwiftTextFailure) -> String
  ) -> String {
    do {
      return StringMarks.marked(try make(), kind)
    } catch {
      findings.append(finding(error, at: source.location(of: path)))
      return fallback
    }
  }

  private func finding(_ failure: SwiftTextFailure, at location: SourceLocation) -> Diagnostic {
    switch failure {
    case .notAnIdentifier(let name):
      Diagnostic(
        .names.invalidIdentifier, "'\(name)' is a keyword or not a valid identifier in Swift", at: location,
        note: "if the descriptor language has 'case' here, use it to set another name")
    case .notAComment:
      Diagnostic(.files.forbiddenCharacter, "the text has a character that isn't allowed in a comment", at: location)
    }
  }
}
