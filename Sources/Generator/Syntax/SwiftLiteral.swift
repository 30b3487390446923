/// A string that can't be used in generated Swift.
enum SwiftTextFailure: Error, Sendable, Equatable {
  /// The name is a keyword or isn't a valid identifier.
  case notAnIdentifier(String)
  /// The comment would contain a line break, a control character, or a bidi character.
  case notAComment(String)
}

/// Makes string literals.
package enum SwiftLiteral {
  /// The literal with the value `text`. Every string has one.
  package static func string(_ text: String) -> String {
    StringMarks.marked(spelled(text), .literal)
  }

  /// With more pound signs, a literal would be harder to read than with escapes.
  private static let maximumPounds = 8

  private static func spelled(_ text: String) -> String {
    // Nearly every string of a descriptor is printable ASCII without quotes and backslashes.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && !isQuoteOrBackslash($0) }) { return "\"\(text)\"" }
    let count = poundCount(for: text)
    // Swift's compiler counts them in eight bits, so 256 would be none, and the text could contain an interpolation.
    let pounds = count <= Self.maximumPounds ? String(repeating: "#", count: count) : ""
    let body = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\\(pounds)n"
      case "\r": "\\\(pounds)r"
      case "\t": "\\\(pounds)t"
      case "\0": "\\\(pounds)0"
      case "\"" where pounds.isEmpty: "\\\""
      case "\\" where pounds.isEmpty: "\\\\"
      default: isLiteral(scalar) ? String(scalar) : "\\\(pounds)u{\(String(scalar.value, radix: 16))}"
      }
    }
    return pounds + "\"" + body.joined() + "\"" + pounds
  }

  /// Returns the number of pound signs that the literal needs: one more than the longest run of them after a quote or a
  /// backslash, or zero if the text contains neither.
  ///
  /// Like Swift's parser, this function compares bytes, so a quote before a combining mark is still a quote.
  private static func poundCount(for text: String) -> Int {
    var (longest, run): (Int, Int?) = (0, nil)
    for byte in text.utf8 {
      run = isQuoteOrBackslash(byte) ? 1 : byte == UInt8(ascii: "#") ? run.map { $0 + 1 } : nil
      longest = max(longest, run ?? 0)
    }
    return longest
  }

  private static func isQuoteOrBackslash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether a scalar can be in a literal as it is. Control characters, line breaks, and ``StringMarks`` can't.
  private static func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !Character(scalar).isNewline && !StringMarks.contains(scalar)
  }
}
