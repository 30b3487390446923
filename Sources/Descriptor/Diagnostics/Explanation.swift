/// The explanation of a rule, which `authgen explain` prints.
public struct Explanation: Sendable, Hashable {
  /// Examples that violate the rule and that follow it. A test validates every example.
  public enum Example: Sendable, Hashable {
    /// Lines that are added to ``Explanation/base``, or a whole file if they begin with `schema`.
    case descriptor(wrong: String, right: String)
    /// A line of a client template.
    case template(wrong: String, right: String)
    /// The rule can't be shown in a few lines.
    case none(because: String)
  }

  /// The problem in one sentence, followed by advice.
  public var meaning: String
  /// The reason for the rule.
  public var reason: String
  /// Examples that violate the rule and that follow it.
  public var example: Example

  init(_ meaning: String, reason: String, _ example: Example) {
    self.meaning = meaning
    self.reason = reason
    self.example = example
  }

  /// The descriptor to which examples add lines. Its file is `acme.yaml`.
  public static let base = """
    schema: 1
    id: acme
    name: Acme
    variables: { domain: { kind: host, example: acme.example.com } }
    server: { issuer: "https://{domain}" }

    """

  /// Returns the whole file of an example.
  public static func file(of lines: String) -> String {
    (lines.hasPrefix("schema") ? "" : base) + lines + "\n"
  }
}

extension Explanation {
  /// Returns the text for a terminal, with the code's name as heading.
  public func text(for code: DiagnosticCode) -> String {
    ([code.rawValue, meaning.filled, "Why: \(reason)".filled] + exampleText).joined(separator: "\n\n") + "\n"
  }

  /// The first sentence of the meaning, without its period.
  public var summary: String {
    let sentence = meaning.firstRange(of: ". ").map { meaning[..<$0.lowerBound] } ?? meaning[...]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }

  private var exampleText: [String] {
    switch example {
    case .descriptor(let wrong, let right), .template(let wrong, let right):
      ["Wrong:", wrong.indented, "Right:", right.indented]
    case .none(let reason): ["No example: \(reason)".filled]
    }
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }

  /// The text, wrapped at 80 characters.
  fileprivate var filled: String {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < 80 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
