/// A piece of YAML that remembers where it stood, also after files were merged.
struct LocatedNode: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    /// The text as it stands in the file. `isPlain` is false for quoted and block text.
    case text(String, isPlain: Bool)
    case list([LocatedNode])
    case map([Entry])
  }

  struct Entry: Sendable, Hashable {
    var key: String
    var location: SourceLocation
    var value: LocatedNode
  }

  var value: Value
  var location: SourceLocation
}

extension LocatedNode {
  /// The text, unless there is nothing (`key:`, `~`, `null`).
  var text: String? {
    guard case .text(let text, let isPlain) = value else { return nil }
    return isPlain && Self.spellingsOfNothing.contains(text) ? nil : text
  }

  /// `true` and `false` only: YAML 1.1's `yes`, `on` and `off` are text here.
  var flag: Bool? {
    guard case .text(let text, isPlain: true) = value else { return nil }
    return ["true": true, "false": false][text]
  }

  /// Decimal digits only: YAML 1.1 would read `12:30` as 750.
  var integer: Int? {
    guard case .text(let text, isPlain: true) = value, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  var list: [LocatedNode]? {
    if case .list(let items) = value { items } else { nil }
  }

  var entries: [Entry]? {
    if case .map(let entries) = value { entries } else { nil }
  }

  subscript(key: String) -> LocatedNode? {
    entries?.first { $0.key == key }?.value
  }

  subscript(path: [String]) -> LocatedNode? {
    path.reduce(self) { node, key in node?[key] }
  }

  /// Where the key at the end of `path` stands, or the last key on the way that exists.
  func location(of path: [String]) -> SourceLocation {
    guard let first = path.first, let entry = entries?.first(where: { $0.key == first }) else { return location }
    return path.count == 1 ? entry.location : entry.value.location(of: Array(path.dropFirst()), else: entry.location)
  }

  private func location(of path: [String], else parent: SourceLocation) -> SourceLocation {
    guard let first = path.first, let entry = entries?.first(where: { $0.key == first }) else { return parent }
    return entry.value.location(of: Array(path.dropFirst()), else: entry.location)
  }

  private static let spellingsOfNothing: Set<String> = ["", "~", "null", "Null", "NULL"]
}
