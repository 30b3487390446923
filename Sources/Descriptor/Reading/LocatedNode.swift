import AuthConfiguration

/// A YAML node with its location in the original file, which it keeps when files are merged.
struct LocatedNode: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    /// The text in the file. `isPlain` is false for quoted and block text.
    case text(String, isPlain: Bool)
    case list([LocatedNode])
    case map([Entry])
  }

  struct Entry: Sendable, Hashable {
    var key: String
    var location: SourceLocation
    var value: LocatedNode
  }

  let value: Value
  let location: SourceLocation
  /// The index of each key of a long map. Short maps are searched.
  private let places: [String: Int]

  init(value: Value, location: SourceLocation) {
    self.value = value
    self.location = location
    places = Self.places(of: value)
  }

  private static func places(of value: Value) -> [String: Int] {
    guard case .map(let entries) = value, entries.count > 8 else { return [:] }
    return Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
  }
}

extension LocatedNode {
  /// The string, unless the value is empty (`key:`, `~`, `null`).
  var text: String? {
    guard case .text(let text, let isPlain) = value else { return nil }
    return isPlain && Self.spellingsOfNothing.contains(text) ? nil : text
  }

  /// The Boolean value. Only `true` and `false` are recognized: `yes`, `on`, and `off` of YAML 1.1 are strings here.
  var flag: Bool? {
    guard case .text(let text, isPlain: true) = value else { return nil }
    return ["true": true, "false": false][text]
  }

  /// The integer. Only decimal digits are recognized: YAML 1.1 would read `12:30` as 750.
  var integer: Int? {
    guard case .text(let text, isPlain: true) = value, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  var list: [LocatedNode]? {
    if case .list(let items) = value { items } else { nil }
  }

  var entries: [Entry]? {
    if case .map(let entries) = value { entries } else { nil }
  }

  subscript(key: String) -> LocatedNode? {
    entry(key)?.value
  }

  subscript(path: [String]) -> LocatedNode? {
    path.reduce(self) { node, key in node?[key] }
  }

  /// Returns the first entry with a key.
  func entry(_ key: String) -> Entry? {
    guard let entries else { return nil }
    return places.isEmpty ? entries.first { $0.key == key } : places[key].map { entries[$0] }
  }

  /// Returns the entry of the key at the end of `path`.
  func entry(at path: [String]) -> Entry? {
    path.last.flatMap { self[Array(path.dropLast())]?.entry($0) }
  }

  /// Returns the location of the key at the end of `path`, or of the last key on the way that exists.
  ///
  /// If the user's descriptor contains some of the keys, the location is that of the last key in it, because users
  /// can't change the files in this package.
  func location(of path: [String]) -> SourceLocation {
    var place = location
    var node: LocatedNode? = self
    for key in path {
      guard let entry = node?.entry(key) else { return place }
      if place.isBuiltIn || !entry.location.isBuiltIn { place = entry.location }
      node = entry.value
    }
    return place
  }

  private static let spellingsOfNothing: Set<String> = ["", "~", "null", "Null", "NULL"]
}

extension LocatedNode {
  /// Returns the map without some of its keys.
  func without(_ keys: Set<String>) -> LocatedNode {
    guard let entries else { return self }
    return LocatedNode(value: .map(entries.filter { !keys.contains($0.key) }), location: location)
  }
}
