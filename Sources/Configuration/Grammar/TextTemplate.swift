/// A text with `{name}` holes. A literal brace is written twice.
public struct TextTemplate: GrammarText {
  /// What a template is made of.
  public enum Part: Sendable, Hashable {
    /// Text that is taken as it is.
    case literal(String)
    /// The name of a value to fill in.
    case hole(String)
  }

  public let text: String
  /// The text in pieces, or `nil` when a brace stands alone. Found once: templates are filled for every request.
  public let parts: [Part]?

  public init(_ text: String) {
    self.text = text
    parts = Self.parts(of: text)
  }

  public var problem: String? { parts == nil ? "a brace stands alone; a literal one is written twice" : nil }

  /// The names between braces, in order.
  public var holes: [String] {
    (parts ?? []).compactMap { part in if case .hole(let name) = part { name } else { nil } }
  }

  private static func parts(of text: String) -> [Part]? {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      return text.isEmpty ? [] : [.literal(text)]
    }
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      literal += rest[..<brace]
      let next = rest.index(after: brace)
      if next < rest.endIndex, rest[next] == rest[brace] {
        literal.append(rest[brace])
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[next...].firstIndex(of: "}"), end > next else { return nil }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.hole(String(rest[next..<end])))
      rest = rest[rest.index(after: end)...]
    }
    literal += rest
    return literal.isEmpty ? parts : parts + [.literal(literal)]
  }

  /// The text with its holes filled.
  ///
  /// - Parameter value: The value of a name, as it shall stand in the text, or `nil` when there is none.
  /// - Throws: ``TemplateFailure`` for the first hole without a value.
  public func filled(_ value: (String) -> String?) throws(TemplateFailure) -> String {
    guard let parts else { throw .malformed(text) }
    var result = ""
    for part in parts {
      switch part {
      case .literal(let literal): result += literal
      case .hole(let name):
        guard let value = value(name) else { throw .missing(name) }
        result += value
      }
    }
    return result
  }
}

/// Why a template cannot be filled.
public enum TemplateFailure: Error, Sendable, Hashable {
  /// The template is not one; the text says why.
  case malformed(String)
  /// There is no value of that name.
  case missing(String)
}
