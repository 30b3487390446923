import Foundation

@testable import AuthConfiguration
@testable import AuthDescriptor

extension FuzzEntry {
  static let descriptor = FuzzEntry(longest: 8192, seeds: ["Providers", "Tests/Reference/Descriptors"]) { bytes in
    let data = Data(bytes)
    let loader = DescriptorLoader(readFile: { $0 == "fuzz.yaml" ? data : nil }, today: { "2026-11-26" })
    let result = Result { () throws(DiagnosticsError) in try loader.load(path: "fuzz.yaml") }
    switch result {
    case .success(let loaded):
      for warning in loaded.warnings { try check(warning) }
      return .accepted
    case .failure(let error):
      try require(error.diagnostics.contains { $0.severity == .error }, "a descriptor is rejected without an error")
      for diagnostic in error.diagnostics { try check(diagnostic) }
      return .rejected
    }
  }

  /// A document from which `authgen import` makes a draft.
  static let importedDocument = FuzzEntry(longest: 8192) { bytes in
    let draft: DescriptorImport.Draft
    do throws(DiagnosticsError) {
      draft = try DescriptorImport(file: "pasted.txt").draft(of: Data(bytes))
    } catch {
      for diagnostic in error.diagnostics { try check(diagnostic) }
      return .rejected
    }
    let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false)
    try require(
      lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isUnsafeToShow } }, "a draft isn't safe to show")
    let data = Data(draft.text.utf8)
    let loader = DescriptorLoader(readFile: { $0 == "draft.yaml" ? data : nil }, today: { "2026-11-26" })
    let loaded = Result { () throws(DiagnosticsError) in try loader.load(path: "draft.yaml") }
    if case .failure(let error) = loaded {
      // The developer adds what the document doesn't contain, including the reason for two domains. A draft without an
      // issuer has no user ID either.
      let expected: Set = ["missing-endpoint", "user-without-id", "different-domains"]
      let others = error.diagnostics.filter { $0.severity == .error && !expected.contains($0.code.rawValue) }
      try require(others.isEmpty, "a draft is rejected: \(others)")
    }
    return .accepted
  }

  static func check(_ diagnostic: Diagnostic) throws(BrokenProperty) {
    let lines = diagnostic.description.split(separator: "\n", omittingEmptySubsequences: false)
    try require(lines.count <= 2, "a diagnostic has more than two lines")
    try require(
      lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isUnsafeToShow } }, "a message isn't safe to show")
    try require(diagnostic.location.line >= 1 && diagnostic.location.column >= 1, "a location isn't in the file")
    let annotation = diagnostic.gitHubAnnotation.unicodeScalars
    try require(annotation.allSatisfy { !$0.isUnsafeToShow }, "an annotation isn't safe to show")
  }

  /// The first byte selects the grammar. A zero byte separates the expression from the text that it reads.
  static let grammar = FuzzEntry(longest: 2048) { bytes in
    let (variant, input) = bytes.variant
    let (first, second) = input.halves
    let (text, value) = (first.text, second.text)
    let json: JSONValue = [
      "a": .string(value), "b": ["c": [1, 2.5, .string(value)]], "list": [["primary": true, "email": .string(value)]],
    ]
    switch variant % 8 {
    case 0: return try Self.template(text, value)
    case 1: return try Self.verdict(FieldPath(text)) { json.value(at: $0) != nil }
    case 2: return try Self.selector(Selector(text), json)
    case 3: return try Self.verdict(Predicate(text)) { json.satisfies($0) }
    case 4: return try Self.pattern(TextPattern(text), value)
    case 5: return try Self.verdict(DerivedValue(text)) { $0.expression != nil }
    case 6: return try Self.verdict(ClaimCheck(text)) { (try? $0.expectedValue { _ in value }) != nil }
    default:
      guard HostText.isHost(text) else { return .rejected }
      try require(HostText.isAllowed(text, by: [text]), "a host isn't allowed by its own pattern")
      try require(URL(string: "https://\(text)/")?.host != nil, "a host can't be part of a URL")
      try require(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a host isn't ASCII")
      return .accepted
    }
  }

  /// - Parameter use: Evaluates the expression, and returns whether that had a result.
  private static func verdict<Expression: DescriptorExpression>(
    _ expression: Expression, use: (Expression) -> Bool
  ) throws(BrokenProperty) -> Verdict {
    let hasResult = use(expression)
    // A problem quotes the expression. Diagnostics and failures replace what isn't safe to show.
    if expression.problem == nil { return .accepted }
    try require(!hasResult, "a malformed expression has a result")
    return .rejected
  }

  private static func selector(_ selector: Selector, _ json: JSONValue) throws(BrokenProperty) -> Verdict {
    let value = json.select(selector)
    try require(value?.isPresent ?? true, "a selector finds null or an empty string")
    try require(!selector.isNone || value == nil, "the selector 'none' selects a value")
    return selector.problem == nil ? .accepted : .rejected
  }

  private static func pattern(_ pattern: TextPattern, _ value: String) throws(BrokenProperty) -> Verdict {
    let verdict = try verdict(pattern) { $0.matches(value) }
    // A group may exceed the nesting limit.
    let group = TextPattern("(\(pattern.text))")
    if verdict == .accepted, group.problem == nil {
      try require(group.matches(value) == pattern.matches(value), "a group changes what a pattern matches")
    }
    return verdict
  }

  private static func template(_ text: String, _ value: String) throws(BrokenProperty) -> Verdict {
    let template = TextTemplate(text)
    let filled = try? template.filled { _ in value }
    guard let parts = template.parts else {
      try require(filled == nil, "a malformed template is filled in")
      return .rejected
    }
    let written = parts.map { part in
      switch part {
      case .literal(let literal): TextTemplate.escaped(literal)
      case .placeholder(let name): "{\(name)}"
      }
    }
    try require(TextTemplate(written.joined()).parts == parts, "a written template has other parts")
    try require(filled != nil, "a template isn't filled in")
    return .accepted
  }
}
