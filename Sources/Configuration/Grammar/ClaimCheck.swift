/// The condition that a claim must meet: `present`, `one_of(text, text)`, `equals(text)`, or `equals_lowercased(text)`.
/// The latter two may end with ` if prefix(text)` or ` unless prefix(text)`: the claim is then compared only if the expected text starts
/// with that prefix, or doesn't start with it. `contains(text)` instead of `prefix(text)` looks anywhere in it. They may also end with ` or any(text)`: if the expected text is exactly
/// that text, the claim may be any nonempty string.
public struct ClaimCheck: DescriptorExpression {
  /// The expected text and how to compare it.
  public struct Comparison: Sendable, Hashable {
    /// The expected text, as a template.
    public let template: TextTemplate
    /// Whether the letters A to Z of the expected text are converted to lowercase before the comparison. The claim
    /// itself isn't converted.
    public let isLowercased: Bool
    /// The prefix that decides whether the claim is compared, or `nil` if it always is.
    public let prefix: String?
    /// The text in the expected text that decides whether the claim is compared, or `nil` if there's no such condition.
    public let part: String?
    /// Whether the claim is compared only if the expected text doesn't start with the prefix, or doesn't contain the
    /// part.
    public let isExcluded: Bool
    /// The text that accepts any claim, or `nil` if there's no such text.
    public let wildcard: String?
  }

  /// The value that a claim must have, with all names filled in.
  public enum ExpectedValue: Sendable, Hashable {
    /// Any value except `null`.
    case present
    /// This string.
    case text(String)
    /// One of these strings.
    case oneOf([String])
    /// Any nonempty string.
    case anyText
  }

  private enum Rule: Sendable, Hashable {
    case present
    case oneOf([String])
    case comparison(Comparison)
  }

  public let text: String
  /// Parsed once, because claims are checked for every token.
  private let rule: Rule?

  public init(_ text: String) {
    self.text = text
    rule =
      text == "present"
      ? .present : Self.choice(text).map(Rule.oneOf) ?? Self.comparison(text).map(Rule.comparison)
  }

  public var problem: String? {
    guard let rule else {
      return "expected present, one_of(text, text), equals(text) or equals_lowercased(text), the last two optionally "
        + "followed by 'if prefix(text)', 'unless prefix(text)', the same with contains(text), or 'or any(text)'"
    }
    if case .comparison(let comparison) = rule { return comparison.template.problem }
    return nil
  }

  /// The expected text and how to compare it, or `nil` for another kind of check, or if the check is malformed.
  public var comparison: Comparison? {
    if case .comparison(let comparison) = rule { comparison } else { nil }
  }

  /// Returns the value that the claim must have, or `nil` if the prefix condition excludes the comparison.
  ///
  /// - Parameter value: Returns the value of a name in the template, or `nil` if there isn't one.
  /// - Throws: ``TemplateFailure/missing(_:)`` for a name without a value, ``TemplateFailure/malformed(_:)`` if the
  ///   check is malformed. No claim passes a malformed check.
  public func expectedValue(_ value: (String) -> String?) throws(TemplateFailure) -> ExpectedValue? {
    guard let rule else { throw .malformed(text) }
    let comparison: Comparison
    switch rule {
    case .present: return .present
    case .oneOf(let texts): return .oneOf(texts)
    case .comparison(let given): comparison = given
    }
    let wanted = try comparison.template.filled(value)
    if let prefix = comparison.prefix, wanted.utf8.starts(with: prefix.utf8) == comparison.isExcluded { return nil }
    if let part = comparison.part, wanted.contains(part) == comparison.isExcluded { return nil }
    if let wildcard = comparison.wildcard, wanted.utf8.elementsEqual(wildcard.utf8) { return .anyText }
    return .text(comparison.isLowercased ? wanted.asciiLowercased : wanted)
  }

  /// The texts of `one_of(a, b)`, which aren't templates.
  private static func choice(_ text: String) -> [String]? {
    guard text.hasPrefix("one_of("), text.hasSuffix(")") else { return nil }
    let texts = text.dropFirst("one_of(".count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimmed) }
    let arePlain = texts.allSatisfy { !$0.isEmpty && !$0.contains(where: "(){}".contains) }
    return arePlain ? texts : nil
  }

  private static func comparison(_ text: String) -> Comparison? {
    guard text.hasSuffix(")") else { return nil }
    var call = text[...]
    var (prefix, part): (String?, String?) = (nil, nil)
    var isExcluded = false
    for (word, excludes) in [("if", false), ("unless", true)] {
      for function in ["prefix", "contains"] {
        guard let condition = text.firstRange(of: ") \(word) \(function)(") else { continue }
        call = text[...condition.lowerBound]
        let argument = String(text[condition.upperBound...].dropLast())
        if function == "prefix" { prefix = argument } else { part = argument }
        isExcluded = excludes
      }
    }
    var wildcard: String?
    if let condition = text.firstRange(of: ") or any(") {
      call = text[...condition.lowerBound]
      wildcard = String(text[condition.upperBound...].dropLast())
    }
    for (name, isLowercased) in [("equals(", false), ("equals_lowercased(", true)] where call.hasPrefix(name) {
      let inner = String(call.dropFirst(name.count).dropLast())
      guard isOneArgument(inner), [prefix, part].allSatisfy({ $0.map(isOneArgument) ?? true }),
        wildcard.map(isOneArgument) ?? true
      else { return nil }
      return Comparison(
        template: TextTemplate(inner), isLowercased: isLowercased, prefix: prefix, part: part, isExcluded: isExcluded,
        wildcard: wildcard)
    }
    return nil
  }

  /// An unbalanced parenthesis indicates a misspelled condition.
  private static func isOneArgument(_ text: String) -> Bool {
    var depth = 0
    for character in text where depth >= 0 {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
    }
    return depth == 0 && !text.isEmpty
  }
}

extension String {
  /// Lowercases ASCII letters only, so that neither the locale nor normalization affects the result.
  fileprivate var asciiLowercased: String {
    String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
