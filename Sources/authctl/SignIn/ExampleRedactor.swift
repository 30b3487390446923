import AuthRuntime
import Foundation

/// Replaces the secrets and the personal data in a response, and keeps its structure.
///
/// Every string and number is replaced, except those that can't identify a person, such as scopes and lifetimes. Equal
/// values get the same replacement, so an example still shows that two members agree.
struct ExampleRedactor {
  /// Values that the app itself chose or that the provider documents: the requested scopes, for example.
  let known: Set<String>
  private var replacements: [String: String] = [:]

  init(known: Set<String>) {
    self.known = known
  }

  /// Members whose values are kept, because they describe the protocol and not the user.
  private static let kept: Set<String> = [
    "token_type", "scope", "scopes", "expires_in", "refresh_expires_in", "refresh_token_expires_in", "ext_expires_in",
    "error", "ok", "locale", "ver", "token_use", "typ", "email_verified", "phone_number_verified", "not-before-policy",
  ]

  /// Words in the names of members whose values are secrets.
  private static let secretWords = [
    "token", "secret", "password", "code", "key", "signature", "session", "sid", "nonce", "hash", "cookie",
  ]

  mutating func redact(_ value: JSONValue, named name: String = "") -> JSONValue {
    switch value {
    case .object(let members):
      var redacted: [String: JSONValue] = [:]
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        redacted[redactedName(name)] = redact(value, named: name)
      }
      return .object(redacted)
    case .array(let elements):
      // Two elements show the structure.
      return .array(elements.prefix(2).map { redact($0, named: name) })
    case .string(let text): return .string(redact(text, named: name))
    case .integer(let number): return integer(number, named: name)
    case .number(let number): return Self.kept.contains(name) ? .number(number) : .number(1)
    case .bool, .null: return value
    }
  }

  /// A map can have the user's data as its keys.
  private mutating func redactedName(_ name: String) -> String {
    let isWord = name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_:.\/-]{0,79}/) != nil
    return isWord && !name.contains(/[0-9]{5}|[0-9A-Fa-f]{8}-/) ? name : replacement(of: name, named: "")
  }

  private mutating func integer(_ number: Int64, named name: String) -> JSONValue {
    if Self.kept.contains(name) || name.hasPrefix("expires_in") { return .integer(number) }
    let text = replacement(of: String(number.magnitude), named: name)
    return .integer(Int64(text) ?? 1)
  }

  private mutating func redact(_ text: String, named name: String) -> String {
    if text.isEmpty || known.contains(text) || Self.kept.contains(name) { return text }
    return replacement(of: text, named: name)
  }

  private mutating func replacement(of text: String, named name: String) -> String {
    if let replacement = replacements[text] { return replacement }
    let replacement = Self.example(of: text, named: name, number: replacements.count + 1)
    replacements[text] = replacement
    return replacement
  }

  /// A made-up value of the same kind.
  private static func example(of text: String, named name: String, number: Int) -> String {
    let lowercased = name.lowercased()
    if text.wholeMatch(of: /[0-9]+/) != nil {
      return String((0..<text.count).map { Character(String(($0 + number) % 9 + 1)) }.prefix(18))
    }
    if text.wholeMatch(of: /[^@\s]+@[^@\s]+/) != nil { return "user\(number)@example.com" }
    if text.lowercased().hasPrefix("https://") || text.lowercased().hasPrefix("http://") {
      return "https://example.com/\(number)"
    }
    if text.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil {
      let digits = String(number)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
    if text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}(T.*)?/) != nil {
      return text.contains("T") ? "2026-01-02T03:04:05Z" : "2026-01-02"
    }
    if text.split(separator: ".", omittingEmptySubsequences: false).count == 3, text.hasPrefix("eyJ") {
      return "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"
    }
    if secretWords.contains(where: lowercased.contains) { return "example-\(name.isEmpty ? "secret" : name)-\(number)" }
    return "Example \(number)"
  }
}
