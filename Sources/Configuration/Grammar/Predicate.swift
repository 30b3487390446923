/// A condition on a JSON value: `has(x)`, `missing(x)`, `x = v`, `x != v`, `prefix(x, v)`, or `contains(x, v)`, joined
/// by ` and `.
public struct Predicate: DescriptorExpression {
  /// One condition.
  public enum Term: Sendable, Hashable {
    /// The value at the path is neither missing, `null`, nor an empty string.
    case has(FieldPath)
    /// The value at the path is missing, `null`, or an empty string.
    case missing(FieldPath)
    /// The value at the path equals this string.
    case equals(FieldPath, String)
    /// The value at the path is present and differs from this string.
    case differs(FieldPath, String)
    /// The string at the path starts with this text.
    case prefix(FieldPath, String)
    /// The string at the path contains this text, or the list contains this value.
    case contains(FieldPath, String)
  }

  public let text: String

  public init(_ text: String) { self.text = text }

  public var problem: String? {
    if text.hasPrefix("starts(") { return "write prefix(x, text) instead of starts(x, text)" }
    return terms == nil
      ? "expected has(x), missing(x), prefix(x, text), contains(x, text), x = value or x != value, joined by ' and '"
      : nil
  }

  /// The conditions, all of which must hold, or `nil` if the predicate is malformed.
  public var terms: [Term]? {
    var terms: [Term] = []
    for piece in Self.pieces(text) {
      guard let term = Self.term(piece) else { return nil }
      terms.append(term)
    }
    return terms
  }

  private static func pieces(_ text: String) -> [Substring] {
    var pieces: [Substring] = []
    var words: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word != "and" {
        words.append(word)
      } else {
        pieces.append(words.joined(separator: " ")[...])
        words = []
      }
    }
    return pieces + [words.joined(separator: " ")[...]]
  }

  private static func term(_ text: Substring) -> Term? {
    for (name, make) in [("has(", Term.has), ("missing(", Term.missing)] where text.hasPrefix(name) {
      guard text.last == ")" else { return nil }
      return path(text.dropFirst(name.count).dropLast()).map(make)
    }
    for (name, make) in [("prefix(", Term.prefix), ("contains(", Term.contains)] where text.hasPrefix(name) {
      return call(text.dropFirst(name.count)).map(make)
    }
    for (sign, make) in [(" != ", Term.differs), (" = ", Term.equals)] {
      guard let range = text.firstRange(of: sign) else { continue }
      return path(text[..<range.lowerBound]).map { make($0, String(text[range.upperBound...])) }
    }
    return nil
  }

  /// Reads a path, a string, and the closing parenthesis.
  private static func call(_ text: Substring) -> (FieldPath, String)? {
    guard text.last == ")", let range = text.firstRange(of: ", ") else { return nil }
    let argument = String(text[range.upperBound...].dropLast())
    guard !argument.isEmpty else { return nil }
    return path(text[..<range.lowerBound]).map { ($0, argument) }
  }

  private static func path(_ text: Substring) -> FieldPath? {
    let path = FieldPath(String(text))
    return path.problem == nil ? path : nil
  }
}
