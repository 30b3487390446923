/// The source of a claim: a path, alternatives (`name | login`), a template of paths (`{first} {last}`), or `none`.
public struct Selector: DescriptorExpression {
  /// One alternative for the source.
  public enum Alternative: Sendable, Hashable {
    /// The value at this path.
    case path(FieldPath)
    /// A template with paths as placeholders.
    case template(TextTemplate)
  }

  public let text: String
  /// The alternatives in order. Parsed once, because claims are looked up in every token.
  public let alternatives: [Alternative]

  public init(_ text: String) {
    self.text = text
    alternatives = Self.alternatives(of: text)
  }

  /// Whether the selector is `none`: the provider doesn't supply the claim.
  public var isNone: Bool { text == Self.none }

  /// The first path among the alternatives. Code that writes test data puts the value there.
  public var firstPath: FieldPath? {
    for case .path(let path) in alternatives { return path }
    return nil
  }

  public var problem: String? {
    for alternative in alternatives {
      switch alternative {
      case .path(let path): if let problem = path.problem { return problem }
      case .template(let template):
        if let problem = template.problem { return problem }
        if let problem = template.placeholders.lazy.compactMap({ FieldPath($0).problem }).first { return problem }
      }
    }
    return nil
  }

  private static let none = "none"

  private static func alternatives(of text: String) -> [Alternative] {
    if text == none { return [] }
    return Alternatives.split(text).map { piece in
      piece.contains("{") || piece.contains("}") ? .template(TextTemplate(piece)) : .path(FieldPath(piece))
    }
  }
}
