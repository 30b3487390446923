import AuthConfiguration

/// JSON that preserves the order of keys, so that the same value has the same text on every machine.
package indirect enum JSONText: Sendable, Hashable {
  case text(String)
  case integer(Int)
  case flag(Bool)
  case null
  case list([JSONText])
  case object([Member])

  /// A key with its value.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONText

    package init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// The text, indented by two spaces per level, with a line break at its end.
  package var document: String { rendered(indentation: "") + "\n" }

  private func rendered(indentation: String) -> String {
    switch self {
    case .text(let text): text.jsonQuoted
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    case .list(let items) where items.allSatisfy(\.isShort):
      "[" + items.map { $0.rendered(indentation: "") }.joined(separator: ", ") + "]"
    case .list(let items):
      Self.block("[", items.map { $0.rendered(indentation: indentation + "  ") }, "]", indentation)
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      Self.block(
        "{",
        members.map { $0.key.jsonQuoted + ": " + $0.value.rendered(indentation: indentation + "  ") },
        "}", indentation)
    }
  }

  private static func block(_ open: String, _ items: [String], _ close: String, _ indentation: String) -> String {
    let inner = items.map { "\n\(indentation)  \($0)" }.joined(separator: ",")
    return open + inner + "\n" + indentation + close
  }

  private var isShort: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }
}

extension String {
  /// The string as a JSON string (RFC 8259 §7). Characters that are unsafe to show are escaped, because JSON is printed
  /// to terminals too.
  var jsonQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnsafeToShow:
        for unit in String(scalar).utf16 {
          let code = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
