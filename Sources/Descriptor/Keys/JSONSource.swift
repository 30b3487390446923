import AuthConfiguration

/// Writes YAML as JSON.
enum JSONSource {
  /// Returns YAML as JSON. Plain numbers, `true`, `false`, and `null` keep their type, and everything else becomes a
  /// string.
  static func value(_ node: LocatedNode) -> String {
    switch node.value {
    case .list(let items): "[" + items.map(value).joined(separator: ",") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.jsonQuoted):\(value($0.value))" }.joined(separator: ",") + "}"
    case .text(let text, let isPlain):
      if isPlain, let integer = node.integer {
        String(integer)
      } else if isPlain, isNumber(text) {
        text
      } else if isPlain, ["true", "false"].contains(text) {
        text
      } else if node.text == nil {
        "null"
      } else {
        text.jsonQuoted
      }
    }
  }

  /// Whether a string is a JSON number (RFC 8259 §6).
  private static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || first.isASCIIDigit else { return false }
    return text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
