import AuthRuntime
import Foundation

/// JSON and plain text from outside, made safe for a terminal.
enum SafeJSON {
  /// Indented JSON with its keys in alphabetical order. Control characters are escaped as `\uXXXX`, so programs still
  /// read the same values.
  static func text(_ value: JSONValue) -> String {
    escaped(encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]))
  }

  /// JSON on one line.
  static func line(_ value: JSONValue) -> String {
    escaped(encoded(value, [.sortedKeys, .withoutEscapingSlashes]))
  }

  private static func encoded(_ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // A value that was parsed from JSON can always be encoded.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || !scalar.isUnsafeToShow {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { result += "\\u" + Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)]) }
      }
    }
    return result
  }
}
