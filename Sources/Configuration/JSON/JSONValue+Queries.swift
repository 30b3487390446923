extension JSONValue {
  /// Returns the value at a path, or `nil` if there's no value, or if the path is malformed. If the path has several
  /// alternatives, it's the first value that isn't `null` or empty.
  public func value(at path: FieldPath) -> JSONValue? {
    var first: JSONValue?
    for steps in path.alternatives {
      guard let value = value(at: steps) else { continue }
      if value.isPresent { return value }
      first = first ?? value
    }
    return first
  }

  private func value(at steps: [FieldPath.Step]) -> JSONValue? {
    var value: JSONValue? = self
    for step in steps { value = value?.step(step) }
    return value
  }

  private func step(_ step: FieldPath.Step) -> JSONValue? {
    switch step {
    case .member(let name): object?[name]
    case .index(let index): array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    case .element(let member, let wanted): array?.first { $0.object?[member]?.spelling == wanted }
    }
  }

  /// Whether a string contains some text, or a list contains a scalar with this spelling.
  private func contains(_ part: String) -> Bool {
    if let array { return array.contains { $0.spelling == part } }
    return string.map { Array($0.utf8).firstRange(of: Array(part.utf8)) != nil } ?? false
  }

  /// The scalar as a string, or `nil` for `null`, lists, and objects.
  public var spelling: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// Whether the value is neither `null` nor an empty string.
  package var isPresent: Bool { self != .null && self != .string("") }

  /// Whether the value meets all conditions of a predicate.
  public func satisfies(_ predicate: Predicate) -> Bool {
    guard let terms = predicate.terms else { return false }
    return terms.allSatisfy { term in
      switch term {
      case .has(let path): value(at: path)?.isPresent ?? false
      case .missing(let path): !(value(at: path)?.isPresent ?? false)
      case .equals(let path, let wanted): value(at: path)?.spelling == wanted
      case .prefix(let path, let prefix): value(at: path)?.string?.utf8.starts(with: prefix.utf8) ?? false
      case .contains(let path, let part): value(at: path)?.contains(part) ?? false
      case .differs(let path, let other): value(at: path)?.spelling.map { $0 != other } ?? false
      }
    }
  }

  /// Returns the value of the first alternative of a selector that isn't missing, `null`, or empty.
  public func select(_ selector: Selector) -> JSONValue? {
    for alternative in selector.alternatives {
      switch alternative {
      case .path(let path):
        if let value = value(at: path), value.isPresent { return value }
      case .template(let template):
        if let text = text(of: template) { return .string(text) }
      }
    }
    return nil
  }

  /// Fills in a template. A URL requires all of its parts. Other strings, such as names, join the parts that are
  /// present.
  private func text(of template: TextTemplate) -> String? {
    let values = template.placeholders.map { value(at: FieldPath($0))?.spelling ?? "" }
    if values.allSatisfy(\.isEmpty) { return nil }
    if template.text.contains("://"), values.contains("") { return nil }
    let filled = try? template.filled { value(at: FieldPath($0))?.spelling ?? "" }
    return filled.map { $0.split(separator: " ").joined(separator: " ") }
  }
}
