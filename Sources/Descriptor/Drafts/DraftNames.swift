import AuthConfiguration

/// Default names for a descriptor, and Swift names for words from the network.
package enum DraftNames {
  /// Derives an ID from a host: the registered name, without `login.` and `.com`. If its type would hide another one, `-login`
  /// follows.
  package static func id(host: String) -> String {
    let labels = host.lowercased().split(separator: ".").map(String.init)
    let isAddress = host.contains(":") || labels.last?.first?.isNumber == true
    if isAddress { return "local" }
    let named = labels.count > 1 ? Array(labels.dropLast()) : labels
    // `acme.co.uk` is registered under `co.uk`.
    let registered = named.last { !["co", "com", "org", "net", "ac", "gov", "edu"].contains($0) } ?? "provider"
    let id = sanitized(registered) ?? "provider"
    let type = SwiftName.upperCamel(id)
    let isReserved = ReservedNames.types.contains(type) || ReservedNames.ecosystem.contains(type)
    return isReserved ? "\(id.prefix(34))-login" : id
  }

  /// The name of a file, if it's a valid ID.
  package static func id(file: String) -> String? {
    let name = file.split { "/\\".contains($0) }.last.map(String.init) ?? file
    let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    return isID(stem) ? stem : nil
  }

  /// `acme-login` → `Acme Login`
  package static func name(id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  package static func isID(_ text: String) -> Bool {
    sanitized(text) == text
  }

  private static func sanitized(_ text: String) -> String? {
    let kept = text.utf8.filter { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    let id = String(decoding: kept.prefix(40), as: UTF8.self)
    return id.first?.isLetter == true ? id : nil
  }

  /// The Swift names that a scope can't have. Keywords are allowed, except for those with a meaning after a period.
  static let ofScopes: Set<String> = ["defaults", "rawValue", "description", "hashValue", "init", "self"]

  /// Splits scopes into those with a unique Swift name and the others.
  package static func scopes(_ words: [String], reserved: Set<String> = []) -> (kept: [String], left: [String]) {
    split(words, taken: reserved.union(ofScopes))
  }

  /// Splits words into those that a descriptor can contain with a unique Swift name, and the others. Words that are too
  /// long, have unusual characters, or conflict with another Swift name are left for a person.
  package static func usable(_ words: [String], reserved: Set<String> = []) -> (kept: [String], left: [String]) {
    split(words, taken: reserved.union(swiftKeywords))
  }

  private static func split(_ words: [String], taken: Set<String>) -> (kept: [String], left: [String]) {
    var taken = taken
    let named = words.filter { word in
      let name = SwiftName.lowerCamel(word)
      let isName = name.first.map { $0.isASCII && $0.isLowercase } ?? false && name.utf8.count <= 48
      return isWord(word) && isName && taken.insert(name).inserted
    }
    let kept = named.prefix(maximumWords)
    return (Array(kept), words.filter { !kept.contains($0) })
  }

  /// The maximum number of words of one kind. If there are more, a person must choose.
  private static let maximumWords = 60

  /// Whether a word has only the characters of a scope (RFC 6749 §3.3), which include those of claims and prompts.
  private static func isWord(_ word: String) -> Bool {
    (1...120).contains(word.utf8.count) && word.utf8.allSatisfy(\.isScopeCharacter)
  }

  /// Words that Swift reserves somewhere. An extra word costs a line in a comment. A missing word causes an error in
  /// `authgen validate`.
  private static let swiftKeywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consume", "consuming", "continue", "convenience", "copy", "default", "defer", "deinit", "didSet", "discard", "do",
    "dynamic", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func",
    "get",
    "guard", "if", "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let",
    "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package",
    "postfix", "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows", "return",
    "self", "sending", "set", "some", "static", "struct", "subscript", "super", "switch", "then", "throw", "throws",
    "true", "try", "typealias", "unowned", "unsafe", "var", "weak", "where", "while", "willSet", "yield",
  ]
}
