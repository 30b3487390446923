import AuthRuntime
import Foundation

/// JSON and plain text from outside, fit for a terminal.
enum SafeJSON {
  /// Indented, members in alphabetical order. What could steer a terminal stands there as `\uXXXX`, so that it is the same
  /// JSON for a program.
  static func text(_ value: JSONValue) -> String {
    escaped(encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]))
  }

  /// In one line.
  static func line(_ value: JSONValue) -> String {
    escaped(encoded(value, [.sortedKeys, .withoutEscapingSlashes]))
  }

  private static func encoded(_ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // A value that came from JSON always encodes.
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
