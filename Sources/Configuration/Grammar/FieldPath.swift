/// The path of a value in a JSON document: `a.b[0].c`, `[primary=true].email`, `['https://ns/claim']`, or `.` for the
/// whole document. Alternatives are separated by `|`: `error.code | code`.
public struct FieldPath: DescriptorExpression {
  /// One step of the path.
  public enum Step: Sendable, Hashable {
    /// The member of an object.
    case member(String)
    /// The element of a list, counted from 0.
    case index(Int)
    /// The first element of a list that has this value for a member.
    case element(member: String, value: String)
  }

  public let text: String
  /// The steps of each alternative, in order; empty if the path is malformed. Parsed once, because paths are evaluated
  /// for every token.
  public let alternatives: [[Step]]

  public init(_ text: String) {
    self.text = text
    let parsed = Alternatives.split(text).map(Self.steps)
    alternatives = parsed.contains { $0 == nil } ? [] : parsed.compactMap(\.self)
  }

  /// The steps of the first alternative, or `nil` if the path is malformed. Code that writes test data puts the value
  /// there.
  public var steps: [Step]? { alternatives.first }

  public var problem: String? {
    alternatives.isEmpty
      ? "expected a path such as a.b[0].c, [primary=true].email, or ['https://ns/claim'], or several separated by '|'"
      : nil
  }

  private static func steps(of text: String) -> [Step]? {
    text == "." ? [] : plainSteps(text) ?? generalSteps(text)
  }

  /// Returns the steps of any path but `.`, or `nil` if it's malformed.
  static func generalSteps(_ text: String) -> [Step]? {
    var steps: [Step] = []
    var rest = text[...]
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let (step, after) = bracket(rest) else { return nil }
        steps.append(step)
        rest = after
      } else {
        let name = rest.prefix { !".[]'\"{}|=".contains($0) && !$0.isWhitespace }
        guard !name.isEmpty else { return nil }
        steps.append(.member(String(name)))
        rest = rest[name.endIndex...]
      }
      if rest.first == "." {
        rest = rest.dropFirst()
        if rest.isEmpty || rest.first == "[" { return nil }
      } else if let next = rest.first, next != "[" {
        return nil
      }
    }
    return steps.isEmpty ? nil : steps
  }

  /// Returns the steps of a path that consists only of ASCII names, as nearly every path does, or `nil` for another path.
  /// Splitting bytes is faster than splitting characters.
  static func plainSteps(_ text: String) -> [Step]? {
    let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPlainNameByte) }) else { return nil }
    return names.map { .member(String(Substring($0))) }
  }

  private static func isPlainNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func bracket(_ text: Substring) -> (Step, after: Substring)? {
    let inner = text.dropFirst()
    if inner.first == "'" {
      let name = inner.dropFirst()
      guard let end = name.firstIndex(of: "'"), end > name.startIndex else { return nil }
      let after = name[name.index(after: end)...]
      return after.first == "]" ? (.member(String(name[..<end])), after.dropFirst()) : nil
    }
    guard let end = inner.firstIndex(of: "]") else { return nil }
    let content = inner[..<end]
    let after = inner[inner.index(after: end)...]
    if let sign = content.firstIndex(of: "=") {
      let member = content[..<sign]
      guard !member.isEmpty else { return nil }
      return (.element(member: String(member), value: String(content[content.index(after: sign)...])), after)
    }
    guard content.utf8.allSatisfy(\.isASCIIDigit), let index = Int(content) else { return nil }
    return (.index(index), after)
  }
}
