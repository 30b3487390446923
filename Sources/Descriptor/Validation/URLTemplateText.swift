import AuthConfiguration

/// A URL in a descriptor. `{variable}` is a placeholder, and a literal brace is doubled.
struct URLTemplateText {
  /// A placeholder, with the text before and after it.
  struct Placeholder {
    var name: String
    var before: Substring
    var after: Substring
  }

  let text: String
  /// The text between `//` and the path.
  let authority: Substring
  let placeholders: [Placeholder]
  /// Whether the URL contains an unbalanced brace.
  let hasStrayBrace: Bool

  init(_ text: String) {
    self.text = text
    authority = Self.authority(of: text)
    var placeholders: [Placeholder] = []
    var isStray = false
    var rest = text[...]
    while let brace = TemplateBrace(in: rest) {
      rest = rest[brace.range.upperBound...]
      switch brace.meaning {
      case .literal: break
      case .placeholder(let name):
        placeholders.append(
          Placeholder(name: String(name), before: text[..<brace.range.lowerBound], after: rest))
      case .unbalanced: isStray = true
      }
    }
    self.placeholders = placeholders
    hasStrayBrace = isStray
  }

  var scheme: Substring { text.prefix { $0 != ":" } }

  private static func authority(of text: String) -> Substring {
    let rest = text.drop { $0 != ":" }
    return rest.hasPrefix("://") ? rest.dropFirst(3).prefix { !"/?#".contains($0) } : ""
  }

  /// The placeholders between `//` and the path.
  var placeholdersInAuthority: [Placeholder] {
    placeholders.filter { $0.before.endIndex >= authority.startIndex && $0.after.startIndex <= authority.endIndex }
  }

  var hasPlaceholderInAuthority: Bool { !placeholdersInAuthority.isEmpty }

  /// Returns the authority with these values of variables. Other placeholders remain.
  func authority(with values: [String: String]) -> String {
    if let first = placeholders.first, first.before.isEmpty, let value = values[first.name] {
      return String(URLTemplateText(value).authority)
    }
    var (result, rest) = ("", authority)
    for placeholder in placeholdersInAuthority {
      guard let value = values[placeholder.name] else { continue }
      result += rest[..<placeholder.before.endIndex] + value
      rest = rest[placeholder.after.startIndex...]
    }
    return result + rest
  }

  /// Whether the host is a loopback address.
  var isLoopback: Bool { HostText.isLoopback(authority) }

  /// Whether the URL contains only characters that are allowed in a URL (RFC 3986), and no user name.
  var hasOnlyURLCharacters: Bool {
    let allowed = "-._~:/?#[]@!$&'()*+,;=%{}".utf8
    return !authority.contains("@") && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || allowed.contains($0) }
  }
}
