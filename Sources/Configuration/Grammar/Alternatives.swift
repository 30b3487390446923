/// Alternatives that are separated by `|`.
enum Alternatives {
  /// Splits a string at each `|` outside brackets, and removes the spaces around the pieces.
  static func split(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return [text] }
    var pieces = [""]
    var depth = 0
    for character in text {
      if character == "|", depth == 0 {
        pieces.append("")
      } else {
        if character == "[" { depth += 1 }
        if character == "]" { depth = max(0, depth - 1) }
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces.map { String($0[...].trimmed) }
  }
}
