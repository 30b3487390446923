import AuthRuntime
import Foundation

/// JSON and plain text from outside, made safe for a terminal.
enum SafeJSON {
  /// Indented JSON with its keys in alphabetical order. Control characters are escaped as `\uXXXX`, so programs still
  /// read the same values.
  static func text(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // A value that was parsed from JSON can always be encoded.
    return escaped((try? encoder.encode(value)) ?? Data("null".utf8))
  }

  /// JSON on one line.
  static func line(_ value: JSONValue) -> String { escaped(value.encoded) }

  private static func escaped(_ json: Data) -> String {
    var result = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar == "\n" || !scalar.isUnsafeToShow {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { result += "\\u" + Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)]) }
      }
    }
    return result
  }
}
