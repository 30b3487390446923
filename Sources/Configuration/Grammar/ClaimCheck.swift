/// What a claim has to be: `present`, `equals(text)` or `equals_lowercased(text)`. The latter two may end with
/// ` if prefix(text)` or ` unless prefix(text)`: then only texts with that beginning, or without it, are compared. Or they may
/// end with ` or any(text)`: if the text to compare with is exactly that, the claim may be any string that isn't empty.
public struct ClaimCheck: GrammarText {
  /// What the claim is compared with.
  public struct Comparison: Sendable, Hashable {
    /// The text, as a template.
    public let template: TextTemplate
    /// Whether its letters from A to Z are made small before it is compared. The claim's are not.
    public let isLowercased: Bool
    /// The beginning that decides whether there is a comparison; `nil` where there always is one.
    public let prefix: String?
    /// Whether only texts without that beginning are compared.
    public let isExcluded: Bool
    /// The text that stands for any claim; `nil` if no text does.
    public let wildcard: String?
  }

  /// What a claim has to be, once all values are known.
  public enum ExpectedValue: Sendable, Hashable {
    /// Anything but `null`.
    case present
    /// This text.
    case text(String)
    /// Any string that isn't empty.
    case anyText
  }

  private enum Rule: Sendable, Hashable {
    case present
    case comparison(Comparison)
  }

  public let text: String
  /// Found once: claims are checked for every token.
  private let rule: Rule?

  public init(_ text: String) {
    self.text = text
    rule = text == "present" ? .present : Self.comparison(text).map(Rule.comparison)
  }

  public var problem: String? {
    guard let rule else {
      return "expected present, equals(text) or equals_lowercased(text), with or without 'if prefix(text)', "
        + "'unless prefix(text)' or 'or any(text)' behind it"
    }
    if case .comparison(let comparison) = rule { return comparison.template.problem }
    return nil
  }

  /// What the claim is compared with; `nil` when it only has to be there, or the text is no check.
  public var comparison: Comparison? {
    if case .comparison(let comparison) = rule { comparison } else { nil }
  }

  /// What the claim has to be; `nil` when nothing is compared because of how the text begins.
  ///
  /// - Parameter value: The value of a name in the template, or `nil` when there is none.
  /// - Throws: ``TemplateFailure/missing(_:)`` for a name without a value, ``TemplateFailure/malformed(_:)`` when the text
  ///   is no check. A claim must not pass a check that is none.
  public func demand(_ value: (String) -> String?) throws(TemplateFailure) -> ExpectedValue? {
    guard let rule else { throw .malformed(text) }
    guard case .comparison(let comparison) = rule else { return .present }
    let wanted = try comparison.template.filled(value)
    if let prefix = comparison.prefix, wanted.utf8.starts(with: prefix.utf8) == comparison.isExcluded { return nil }
    if let wildcard = comparison.wildcard, wanted.utf8.elementsEqual(wildcard.utf8) { return .anyText }
    return .text(comparison.isLowercased ? wanted.withSmallASCII : wanted)
  }

  private static func comparison(_ text: String) -> Comparison? {
    guard text.hasSuffix(")") else { return nil }
    var call = text[...]
    var prefix: String?
    var isExcluded = false
    for (word, excludes) in [(") if prefix(", false), (") unless prefix(", true)] {
      guard let condition = text.firstRange(of: word) else { continue }
      call = text[...condition.lowerBound]
      (prefix, isExcluded) = (String(text[condition.upperBound...].dropLast()), excludes)
    }
    var wildcard: String?
    if let condition = text.firstRange(of: ") or any(") {
      call = text[...condition.lowerBound]
      wildcard = String(text[condition.upperBound...].dropLast())
    }
    for (name, isLowercased) in [("equals(", false), ("equals_lowercased(", true)] where call.hasPrefix(name) {
      let inner = String(call.dropFirst(name.count).dropLast())
      guard isOneArgument(inner), prefix.map(isOneArgument) ?? true, wildcard.map(isOneArgument) ?? true
      else { return nil }
      return Comparison(
        template: TextTemplate(inner), isLowercased: isLowercased, prefix: prefix, isExcluded: isExcluded,
        wildcard: wildcard)
    }
    return nil
  }

  /// A bracket that closes what is not open belongs to a condition that was misspelled.
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
  /// Only letters that no locale and no normalization takes for others.
  fileprivate var withSmallASCII: String {
    String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
