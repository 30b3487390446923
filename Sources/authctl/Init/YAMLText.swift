import AuthRuntime

/// A descriptor's text, line by line. What came from the network can neither end a comment nor a string here.
struct YAMLText: Sendable {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Text of this program, with values that ``quoted(_:)`` or ``word(_:)`` made.
  mutating func add(_ line: String) {
    lines.append(line)
  }

  mutating func blank() {
    lines.append("")
  }

  /// A comment of as many lines as it needs. Line breaks and invisible characters become visible ones.
  mutating func comment(_ text: String, indentation: Int = 0) {
    let start = String(repeating: " ", count: indentation) + "#"
    var line = start
    for word in text.shown(limit: 4000).split(separator: " ") {
      if line.count + word.count >= Self.width, line != start {
        lines.append(line)
        line = start
      }
      line += " " + word
    }
    lines.append(line)
  }

  /// A comment that shows YAML: its blanks stay.
  mutating func sample(_ text: String, indentation: Int = 0) {
    lines.append(String(repeating: " ", count: indentation) + "#   " + text.shown(limit: 200))
  }

  private static let width = 110
}

extension YAMLText {
  /// A double-quoted scalar. Characters that a descriptor may not hold are made visible.
  static func quoted(_ text: String) -> String {
    let escaped = text.shown(limit: 1000).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// A word as it is, if it can only be read as that word; quoted otherwise.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    let isText = text.first?.isLetter == true && !readAsOther.contains(text)
    return isPlain && isText ? text : quoted(text)
  }

  /// `[a, b]`
  static func list(_ words: [String]) -> String {
    "[" + words.map(word).joined(separator: ", ") + "]"
  }

  /// A URL template that means exactly this URL.
  static func template(_ url: String) -> String {
    quoted(url.replacing("{", with: "{{").replacing("}", with: "}}"))
  }

  /// What some reader of YAML takes for a truth value or for nothing.
  private static let readAsOther: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
}
