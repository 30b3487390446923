/// A string with `{name}` placeholders. A literal brace is doubled.
public struct TextTemplate: DescriptorExpression {
  /// A part of a template.
  public enum Part: Sendable, Hashable {
    /// Literal text.
    case literal(String)
    /// The name of a value to fill in.
    case placeholder(String)
  }

  public let text: String
  /// The parts, or `nil` if a brace is unbalanced. Parsed once, because templates are filled in for every request.
  public let parts: [Part]?

  public init(_ text: String) {
    self.text = text
    parts = Self.parts(of: text)
  }

  public var problem: String? { parts == nil ? "unbalanced brace; to write a literal brace, double it" : nil }

  /// The names between braces, in order.
  public var placeholders: [String] {
    (parts ?? []).compactMap { part in if case .placeholder(let name) = part { name } else { nil } }
  }

  private static func parts(of text: String) -> [Part]? {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      return text.isEmpty ? [] : [.literal(text)]
    }
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let brace = TemplateBrace(in: rest) {
      literal += rest[..<brace.range.lowerBound]
      rest = rest[brace.range.upperBound...]
      switch brace.meaning {
      case .literal(let character): literal.append(character)
      case .placeholder(let name) where !name.isEmpty:
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.placeholder(String(name)))
      case .placeholder, .unbalanced: return nil
      }
    }
    literal += rest
    return literal.isEmpty ? parts : parts + [.literal(literal)]
  }

  /// Returns the string with its placeholders filled in.
  ///
  /// - Parameter value: Returns the value to insert for a name, or `nil` if there's none.
  /// - Throws: ``TemplateFailure`` for the first placeholder without a value, or if the template is malformed.
  public func filled(_ value: (String) -> String?) throws(TemplateFailure) -> String {
    guard let parts else { throw .malformed(text) }
    var result = ""
    for part in parts {
      switch part {
      case .literal(let literal): result += literal
      case .placeholder(let name):
        guard let value = value(name) else { throw .missing(name) }
        result += value
      }
    }
    return result
  }
}

extension TextTemplate {
  /// Returns a template without placeholders that means exactly this text.
  package static func literal(_ text: String) -> TextTemplate { TextTemplate(escaped(text)) }

  /// Returns the source of a template for literal text: each brace is doubled. A template is read character by
  /// character, so a brace before a combining mark isn't doubled.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "{" || character == "}" { result.append(character) }
      result.append(character)
    }
    return result
  }
}

/// The reason that a template can't be filled in.
public enum TemplateFailure: Error, Sendable, Hashable {
  /// The template is malformed. The associated value is the template's text.
  case malformed(String)
  /// No value exists for this name.
  case missing(String)
}
