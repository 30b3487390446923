/// Writes JSON (RFC 8259 §7).
enum JSONSource {
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A piece of YAML as JSON: plain numbers, `true`, `false` and `null` are themselves, everything else is text.
  static func value(_ node: LocatedNode) -> String {
    switch node.value {
    case .list(let items): "[" + items.map(value).joined(separator: ",") + "]"
    case .map(let entries):
      "{" + entries.map { "\(string($0.key)):\(value($0.value))" }.joined(separator: ",") + "}"
    case .text(let text, let isPlain):
      if isPlain, let integer = node.integer {
        String(integer)
      } else if isPlain, ["true", "false"].contains(text) {
        text
      } else if node.text == nil {
        "null"
      } else {
        string(text)
      }
    }
  }
}
