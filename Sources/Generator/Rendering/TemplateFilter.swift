import AuthDescriptor

/// The content between `{{` and `}}`: a path, followed by filters.
struct TemplateExpression: Sendable, Equatable {
  var path: String
  var filters: [TemplateFilter]

  /// Parses an expression such as `doc|join:" "|uppercase`. A bar between quotation marks isn't a separator.
  init(_ text: String) {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == "|", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    path = parts[0]
    filters = parts.dropFirst().map(TemplateFilter.init)
  }
}

/// A filter in a template. The only Stencil filters that are allowed convert Swift text to text.
struct TemplateFilter: Sendable, Equatable {
  /// The reason why a filter can't be used.
  struct Problem: Error, Equatable {
    var message: String
  }

  var name: String
  var argument: String?

  /// Parses a filter such as `join:", "`.
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts.first ?? "")
    argument = parts.count > 1 ? String(parts[1]) : nil
  }

  static let names = ["capitalize", "join", "lowercase", "uppercase"]

  /// The shape of the result for a value with that shape.
  func result(of shape: TemplateShape) -> Result<TemplateShape, Problem> {
    guard Self.names.contains(name) else {
      let suggestion = SpellingSuggestion.suggestion(for: name, among: Self.names)
      let advice = suggestion.isEmpty ? "; expected one of \(Self.names.joined(separator: ", "))" : suggestion
      return .failure(Problem(message: "unknown filter '\(name)'\(advice)"))
    }
    if name == "join" {
      guard shape == .list(.text) else { return .failure(Problem(message: "'join' needs a list of text")) }
      let isQuoted = argument.map { $0.count >= 2 && $0.hasPrefix("\"") && $0.hasSuffix("\"") } ?? false
      return isQuoted ? .success(.text) : .failure(Problem(message: "expected 'join:\", \"'"))
    }
    if argument != nil { return .failure(Problem(message: "the filter '\(name)' doesn't accept an argument")) }
    return shape == .text ? .success(.text) : .failure(Problem(message: "'\(name)' needs text"))
  }
}
