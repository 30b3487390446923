/// A value that is computed: `sha256hex(…)`, `hmac_sha256_hex(text, key)`, `base64(…)`, `uuid()`, `unix_ms()`,
/// `sorted_query(name, …)`.
public struct DerivedValue: DescriptorExpression {
  /// The functions. The list is closed.
  public enum Function: String, Sendable, Hashable, CaseIterable {
    /// SHA-256 of the UTF-8 string, in lowercase hexadecimal digits (FIPS 180-4).
    case sha256Hex = "sha256hex"
    /// HMAC-SHA-256 of the first argument with the second as key, in lowercase hexadecimal digits (RFC 2104).
    case hmacSHA256Hex = "hmac_sha256_hex"
    /// Base64 of the UTF-8 string, with padding (RFC 4648 §4).
    case base64
    /// A new random UUID (RFC 9562, version 4).
    case uuid
    /// The current time, in milliseconds since 1970.
    case unixMilliseconds = "unix_ms"
    /// The named values as a query, sorted by name.
    case sortedQuery = "sorted_query"

    /// The number of arguments that the function accepts.
    public var arity: ClosedRange<Int> {
      switch self {
      case .uuid, .unixMilliseconds: 0...0
      case .sha256Hex, .base64: 1...1
      case .hmacSHA256Hex: 2...2
      case .sortedQuery: 1...32
      }
    }
  }

  /// The computation.
  public indirect enum Expression: Sendable, Hashable {
    /// A function applied to the results of its arguments.
    case call(Function, [Expression])
    /// A template with values filled in.
    case template(TextTemplate)

    /// The names of the values that the expression needs.
    public var names: [String] {
      switch self {
      case .template(let template): template.placeholders
      case .call(.sortedQuery, let arguments): arguments.flatMap(\.plainNames)
      case .call(_, let arguments): arguments.flatMap(\.names)
      }
    }

    /// Whether the result differs every time.
    package var isVolatile: Bool {
      switch self {
      case .template: false
      case .call(.uuid, _), .call(.unixMilliseconds, _): true
      case .call(_, let arguments): arguments.contains(where: \.isVolatile)
      }
    }

    private var plainNames: [String] {
      if case .template(let template) = self { [template.text] } else { [] }
    }
  }

  public let text: String

  public init(_ text: String) { self.text = text }

  public var problem: String? {
    guard expression == nil else { return nil }
    let names = Function.allCases.map { "\($0.rawValue)(…)" }
    return "expected one of \(names.joined(separator: ", ")) with the right number of arguments"
  }

  /// The computation, or `nil` if the string isn't a valid call.
  public var expression: Expression? {
    guard let call = Self.parse(text[...], depth: 0), case .call = call else { return nil }
    return call
  }

  private static func parse(_ text: Substring, depth: Int) -> Expression? {
    let text = text.trimmed
    guard depth < 8 else { return nil }
    guard let open = text.firstIndex(of: "("), let function = Function(rawValue: String(text[..<open])) else {
      let template = TextTemplate(String(text))
      let isValid = template.problem == nil && !text.isEmpty && !text.contains(where: "()".contains)
      return isValid ? .template(template) : nil
    }
    guard text.last == ")" else { return nil }
    let pieces = arguments(text[text.index(after: open)...].dropLast())
    let parsed = pieces.compactMap { parse($0, depth: depth + 1) }
    return parsed.count == pieces.count && function.arity.contains(parsed.count) ? .call(function, parsed) : nil
  }

  private static func arguments(_ text: Substring) -> [Substring] {
    if text.trimmed.isEmpty { return [] }
    var depth = 0
    var start = text.startIndex
    var pieces: [Substring] = []
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        pieces.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return pieces + [text[start...]]
  }
}
