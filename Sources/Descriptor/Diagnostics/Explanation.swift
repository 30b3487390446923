/// What a rule means, for people who met it: the text of `authgen explain`.
public struct Explanation: Sendable, Hashable {
  /// What breaks the rule, and what keeps it. A test reads every example.
  public enum Example: Sendable, Hashable {
    /// Lines added to ``Explanation/base``, or a whole file if they begin with `schema`.
    case descriptor(wrong: String, right: String)
    /// A line of a template of clients.
    case template(wrong: String, right: String)
    /// There is nothing to show in a few lines.
    case none(because: String)
  }

  /// What is wrong, in one sentence; then what to do.
  public var meaning: String
  /// Why the rule exists.
  public var reason: String
  /// What breaks the rule, and what keeps it.
  public var example: Example

  init(_ meaning: String, reason: String, _ example: Example) {
    self.meaning = meaning
    self.reason = reason
    self.example = example
  }

  /// The descriptor that examples add lines to; its file is `acme.yaml`.
  public static let base = """
    schema: 1
    id: acme
    name: Acme
    variables: { domain: { kind: host, example: acme.example.com } }
    server: { issuer: "https://{domain}" }

    """

  /// The whole file of an example.
  public static func file(of lines: String) -> String {
    (lines.hasPrefix("schema") ? "" : base) + lines + "\n"
  }
}

extension Explanation {
  /// The text for a terminal, under the code's name.
  public func text(for code: DiagnosticCode) -> String {
    ([code.rawValue, meaning.filled, "Why: \(reason)".filled] + exampleText).joined(separator: "\n\n") + "\n"
  }

  /// The first sentence of the meaning, without its full stop.
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

  /// The words in lines of at most 80 characters.
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
