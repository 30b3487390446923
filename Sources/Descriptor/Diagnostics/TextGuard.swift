import AuthConfiguration

/// Rejects characters that make a file look different from what it says.
///
/// A bidi control in a comment or a string can hide code from a reviewer (CVE-2021-42574); control characters and
/// exotic line breaks would also make lines and columns ambiguous.
enum TextGuard {
  static func check(_ text: String, file: String) -> [Diagnostic] {
    if isPlain(text) { return [] }
    var findings: [Diagnostic] = []
    var location = SourceLocation(file: file)
    for scalar in text.unicodeScalars {
      if isForbidden(scalar) { findings.append(finding(scalar, at: location)) }
      location.advance(over: scalar)
    }
    return findings
  }

  /// The same for text that YAML escapes (`"\u202E"`) were resolved in: all of it stands at one place.
  static func check(resolved text: String, at location: SourceLocation) -> [Diagnostic] {
    if isPlain(text) { return [] }
    return text.unicodeScalars.filter(isForbidden).map { finding($0, at: location) }
  }

  /// Almost every text is printable ASCII; Unicode's tables are asked only when one is not.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
  }

  private static func finding(_ scalar: Unicode.Scalar, at location: SourceLocation) -> Diagnostic {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Diagnostic(.files.forbiddenCharacter, "the character \(name) is not allowed", at: location)
  }

  /// Whether a descriptor may not have this scalar, and an excerpt doesn't print it to a terminal.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isUnsafeToShow && !permitted.contains(scalar)
  }

  /// The white space of YAML, and the joiners that emoji and some scripts are written with.
  private static let permitted: [Unicode.Scalar] = ["\t", "\n", "\r", "\u{200C}", "\u{200D}"]
}

extension SourceLocation {
  fileprivate mutating func advance(over scalar: Unicode.Scalar) {
    if scalar == "\n" {
      line += 1
      column = 1
    } else {
      column += 1
    }
  }
}
