import AuthConfiguration

/// The text of a descriptor, line by line. Text from the network can't end a comment or a string in it.
package struct YAMLText: Sendable {
  package private(set) var lines: [String] = []

  package init() {}

  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a line of this program, with values made by ``quoted(_:)`` or ``word(_:)``.
  package mutating func add(_ line: String) {
    lines.append(line)
  }

  package mutating func blank() {
    lines.append("")
  }

  /// Adds a key and its members. Without members, for example if all of them are comments, its value is an empty mapping.
  package mutating func mapping(_ key: String, members: (inout Self) -> Void) {
    let start = lines.count
    lines.append("\(key):")
    members(&self)
    let isEmpty = lines[(start + 1)...].allSatisfy { $0.drop { $0 == " " }.hasPrefix("#") }
    if isEmpty { lines[start] += " {}" }
  }

  /// Adds a comment, on as many lines as it needs. Line breaks and invisible characters are made visible.
  package mutating func comment(_ text: String, indentation: Int = 0) {
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

  /// Adds a comment that shows YAML, with its spaces unchanged.
  package mutating func sample(_ text: String, indentation: Int = 0) {
    lines.append(String(repeating: " ", count: indentation) + "#   " + text.shown(limit: 200))
  }

  private static let width = 110
}

extension YAMLText {
  /// A double-quoted scalar. Characters that aren't allowed in a descriptor are made visible.
  package static func quoted(_ text: String) -> String {
    let escaped = text.shown(limit: 1000).replacingScalar("\\", with: "\\\\").replacingScalar("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// A word, quoted if a YAML reader could read it as another type.
  package static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    let isText = text.first?.isLetter == true && !readAsOther.contains(text)
    return isPlain && isText ? text : quoted(text)
  }

  /// `[a, b]`
  package static func list(_ words: [String]) -> String {
    "[" + words.map(word).joined(separator: ", ") + "]"
  }

  /// A URL template that means exactly this URL.
  package static func template(_ url: String) -> String {
    quoted(TextTemplate.escaped(url))
  }

  /// Words that some YAML readers treat as a Boolean or null.
  private static let readAsOther: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
}
