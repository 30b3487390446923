/// A brace in a template, together with its counterpart. Templates are read character by character.
package struct TemplateBrace: Equatable {
  /// The meaning of a brace.
  package enum Meaning: Sendable, Equatable {
    /// A doubled brace is a literal one.
    case literal(Character)
    /// A name between braces, which may be empty.
    case placeholder(Substring)
    /// A brace without its counterpart.
    case unbalanced
  }

  package let meaning: Meaning
  /// The brace, its counterpart, and everything between them.
  package let range: Range<String.Index>

  /// Finds the first brace, or returns `nil` if the text contains none.
  package init?(in text: Substring) {
    guard let brace = text.firstIndex(where: { $0 == "{" || $0 == "}" }) else { return nil }
    let next = text.index(after: brace)
    if next < text.endIndex, text[next] == text[brace] {
      (meaning, range) = (.literal(text[brace]), brace..<text.index(after: next))
    } else if text[brace] == "{", let end = text[next...].firstIndex(of: "}") {
      (meaning, range) = (.placeholder(text[next..<end]), brace..<text.index(after: end))
    } else {
      (meaning, range) = (.unbalanced, brace..<next)
    }
  }
}
