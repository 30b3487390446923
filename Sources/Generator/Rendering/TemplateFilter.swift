import AuthDescriptor

/// What stands between `{{` and `}}`: a path, and filters behind it.
struct TemplateExpression: Sendable, Equatable {
  var path: String
  var filters: [TemplateFilter]

  /// `doc|join:" "|uppercase`. A bar between quotation marks separates nothing.
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

/// A filter of a template. Of Stencil's filters those are allowed that make text of what is Swift already.
struct TemplateFilter: Sendable, Equatable {
  /// Why a filter cannot be used.
  struct Problem: Error, Equatable {
    var message: String
  }

  var name: String
  var argument: String?

  /// `join:", "`
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts.first ?? "")
    argument = parts.count > 1 ? String(parts[1]) : nil
  }

  static let names = ["capitalize", "join", "lowercase", "uppercase"]

  /// What becomes of a value of that shape.
  func result(of shape: TemplateShape) -> Result<TemplateShape, Problem> {
    guard Self.names.contains(name) else {
      let suggestion = NearestWord.suggestion(for: name, among: Self.names)
      let advice = suggestion.isEmpty ? "; there are \(Self.names.joined(separator: ", "))" : suggestion
      return .failure(Problem(message: "unknown filter '\(name)'\(advice)"))
    }
    if name == "join" {
      guard shape == .list(.text) else { return .failure(Problem(message: "'join' is for lists of text")) }
      let isQuoted = argument.map { $0.count >= 2 && $0.hasPrefix("\"") && $0.hasSuffix("\"") } ?? false
      return isQuoted ? .success(.text) : .failure(Problem(message: "expected 'join:\", \"'"))
    }
    if argument != nil { return .failure(Problem(message: "the filter '\(name)' takes no argument")) }
    return shape == .text ? .success(.text) : .failure(Problem(message: "'\(name)' is for text"))
  }
}
