import AuthConfiguration

/// Rejects characters that make a file look different from its content.
///
/// A bidi control character in a comment or a string can hide code from a reviewer (CVE-2021-42574). Control characters
/// and unusual line breaks would also make lines and columns ambiguous.
enum ForbiddenCharacters {
  static func check(_ text: String, file: String) -> [Diagnostic] {
    if isPlain(text) { return [] }
    var findings: [Diagnostic] = []
    var location = SourceLocation(file: file)
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      findings += longRun(in: String(line), at: location)
      for scalar in line {
        if isForbidden(scalar) { findings.append(finding(scalar, at: location)) }
        location.column += 1
      }
      location.line += 1
      location.column = 1
    }
    return findings
  }

  /// Checks a string after YAML escapes (`"\u202E"`) are resolved. All of it has the same location.
  static func check(resolved text: String, at location: SourceLocation) -> [Diagnostic] {
    if isPlain(text) { return [] }
    return longRun(in: text, at: location)
      + text.unicodeScalars.filter(isForbidden).map { finding($0, at: location) }
  }

  /// Swift sorts the marks of a character, which takes seconds for thousands of them.
  private static func longRun(in text: String, at location: SourceLocation) -> [Diagnostic] {
    guard !text.hasShortMarkRuns else { return [] }
    let message = "more than \(String.maximumMarkRun) combining marks in a row aren't allowed"
    return [Diagnostic(.files.forbiddenCharacter, message, at: location)]
  }

  /// Almost all text is printable ASCII. Unicode's tables are needed only for other text.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
  }

  private static func finding(_ scalar: Unicode.Scalar, at location: SourceLocation) -> Diagnostic {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Diagnostic(.files.forbiddenCharacter, "the character \(name) isn't allowed", at: location)
  }

  /// Whether a scalar isn't allowed in a descriptor and must not be printed to a terminal.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isUnsafeToShow && !permitted.contains(scalar)
  }

  /// The white space of YAML, and the joiners in emoji and some scripts.
  private static let permitted: [Unicode.Scalar] = ["\t", "\n", "\r", "\u{200C}", "\u{200D}"]
}
