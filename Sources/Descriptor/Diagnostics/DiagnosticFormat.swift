import AuthConfiguration

/// Machine-readable findings.
extension Diagnostic {
  /// The finding as an object with the keys `file`, `line`, `column`, `severity`, `code`, `message`, and `note` (`null`
  /// if there isn't one). All keys are always present, in this order.
  package var json: JSONText {
    .object([
      .init("file", .text(location.file)),
      .init("line", .integer(location.line)),
      .init("column", .integer(location.column)),
      .init("severity", .text(severity.rawValue)),
      .init("code", .text(code.rawValue)),
      .init("message", .text(message)),
      .init("note", note.map(JSONText.text) ?? .null),
    ])
  }

  /// A workflow command of GitHub Actions, which becomes an annotation of the line: `::error file=…,line=…::message`.
  ///
  /// A built-in descriptor isn't a file in the repository, so its location is part of the message.
  package var gitHubAnnotation: String {
    let title = "title=\(code.rawValue.escapedAsProperty)"
    let place =
      location.isBuiltIn
      ? title : "file=\(location.file.escapedAsProperty),line=\(location.line),col=\(location.column),\(title)"
    let text = (location.isBuiltIn ? "\(location): " : "") + message + (note.map { "\n\($0)" } ?? "")
    return "::\(severity.rawValue) \(place)::\(text.escapedAsData)"
  }
}

extension String {
  /// The string with the characters escaped that GitHub's toolkit escapes in the text of a command.
  fileprivate var escapedAsData: String {
    escaped(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// The string with the characters escaped that GitHub's toolkit escapes in a property.
  fileprivate var escapedAsProperty: String {
    escaped(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      text += escapes[scalar] ?? (scalar.isUnsafeToShow ? "\u{FFFD}" : String(scalar))
    }
  }
}
