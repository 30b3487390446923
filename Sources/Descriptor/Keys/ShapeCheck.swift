import AuthConfiguration

/// Compares a tree with the key table. All findings of a file are reported, not only the first one.
struct ShapeCheck {
  /// Checks the keys and types of one file, before families are merged in.
  static func check(_ tree: LocatedNode, against shape: Shape = DescriptorKeys.root) -> [Diagnostic] {
    findings(tree, shape, path: [])
  }

  /// Returns a finding for each required key that is missing from a complete descriptor.
  static func missingKeys(_ tree: LocatedNode) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    DescriptorKeys.root.visit(tree) { value in
      guard case .record(let keys) = value.shape, let entries = value.node.entries else { return }
      let missing = keys.all.missing(among: entries.map(\.key))
      findings += missing.map { missingKey($0, value.path, at: value.location) }
    }
    return findings
  }

  private static func findings(_ node: LocatedNode, _ shape: Shape, path: [String]) -> [Diagnostic] {
    switch (shape, node.value) {
    case (.either(let shapes), _):
      return either(node, shape, shapes, path: path)
    case (.unsupported, _):
      return [notSupported(path.last ?? "", path.dropLast(), at: node.location)]
    case (.enumeration(let words, let unsupported), .text):
      return enumeration(node, words, unsupported, expected: shape, path: path)
    case (.expression(let grammar), .text):
      return expression(node, grammar, expected: shape, path: path)
    case (.list(let element), .list(let items)):
      return items.flatMap { findings($0, element, path: path) }
    case (.record(let keys), .map(let entries)):
      let keys = keys.all
      return entries.flatMap { record($0, keys, path: path) }
    case (.dictionary(let element), .map(let entries)):
      return entries.flatMap { findings($0.value, element, path: path + [$0.key]) }
    case (.metadata(let used), .map(let entries)):
      return entries.flatMap { metadata($0, used) }
    default:
      return shape.accepts(node) ? [] : [wrongType(node, shape, path)]
    }
  }

  /// The node's kind selects one of the shapes. A message lists all of them.
  private static func either(_ node: LocatedNode, _ shape: Shape, _ shapes: [Shape], path: [String]) -> [Diagnostic] {
    let candidates = shapes.filter { $0.fits(node) }
    if candidates.count > 1, candidates.contains(where: { findings(node, $0, path: path).isEmpty }) { return [] }
    let fitting = candidates.first
    switch fitting {
    case .enumeration(let words, let unsupported):
      return enumeration(node, words, unsupported, expected: shape, path: path)
    case .record where fitting?.isPossible == false && node.entries?.isEmpty == true: break
    case .some(let fitting): return findings(node, fitting, path: path)
    case nil: break
    }
    return [wrongType(node, shape, path)]
  }

  private static func record(_ entry: LocatedNode.Entry, _ keys: [Key], path: [String]) -> [Diagnostic] {
    guard let key = keys[entry.key] else {
      return [unknownKey(entry, keys, path: path)]
    }
    if !key.isSupported { return [notSupported(entry.key, path, at: entry.location)] }
    return findings(entry.value, key.shape, path: path + [entry.key])
  }

  /// Metadata that clients use must be valid. Other metadata may be anything that a server publishes.
  private static func metadata(_ entry: LocatedNode.Entry, _ used: KeyList) -> [Diagnostic] {
    if let key = used[entry.key] {
      return findings(entry.value, key.shape, path: ["server", entry.key])
    }
    if ProviderConfiguration.ServerMetadata.otherEndpointNames.contains(entry.key) { return [] }
    let tolerance = max(3, entry.key.count * 3 / 10)
    guard let meant = SpellingSuggestion.find(entry.key, among: used.map(\.name), tolerance: tolerance) else {
      return []
    }
    let message = "'\(entry.key)' isn't a metadata field that clients use; did you mean '\(meant)'?"
    return [Diagnostic(.urls.nearMissMetadata, message, at: entry.location)]
  }

  private static func enumeration(
    _ node: LocatedNode, _ words: [String], _ unsupported: [String], expected: Shape, path: [String]
  ) -> [Diagnostic] {
    guard let word = node.text else { return [wrongType(node, expected, path)] }
    if words.contains(word) { return [] }
    if unsupported.contains(word) { return [notSupported(word, path, at: node.location)] }
    let suggestion = SpellingSuggestion.suggestion(for: word, among: words)
    let message = "'\(word)' isn't a valid value for '\(path.dotted)'; expected \(expected.expectation)\(suggestion)"
    return [Diagnostic(.language.unknownWord, message, at: node.location)]
  }

  /// The string must follow its grammar.
  private static func expression(
    _ node: LocatedNode, _ grammar: any DescriptorExpression.Type, expected: Shape, path: [String]
  ) -> [Diagnostic] {
    guard let text = node.text else { return [wrongType(node, expected, path)] }
    guard let problem = grammar.init(text).problem else { return [] }
    return [Diagnostic(.language.invalidExpression, "'\(path.dotted)': \(problem)", at: node.location)]
  }
}

extension ShapeCheck {
  private static func unknownKey(_ entry: LocatedNode.Entry, _ keys: [Key], path: [String]) -> Diagnostic {
    let place = path.isEmpty ? "" : " in '\(path.dotted)'"
    if let key = keys.first(where: { $0.formerName == entry.key }) {
      let message = "the key '\(entry.key)'\(place) was renamed to '\(key.name)'"
      return Diagnostic(.language.unknownKey, message, at: entry.location)
    }
    let known = keys.map(\.name)
    let suggestion = SpellingSuggestion.suggestion(for: entry.key, among: known)
    let supported = keys.filter(\.isSupported).map(\.name).joined(separator: ", ")
    let expected = supported.isEmpty ? "" : "; expected one of \(supported)"
    let advice = suggestion.isEmpty ? expected : suggestion
    return Diagnostic(.language.unknownKey, "unknown key '\(entry.key)'\(place)\(advice)", at: entry.location)
  }

  private static func wrongType(_ node: LocatedNode, _ shape: Shape, _ path: [String]) -> Diagnostic {
    let place = path.isEmpty ? "the file" : "'\(path.dotted)'"
    // A file that is only text isn't a descriptor. Its content isn't shown, because it could be any file.
    let kind = path.isEmpty && node.text?.isBlank == false ? "plain text" : node.kindName
    let message = "\(place) is \(kind); expected \(shape.expectation)"
    return Diagnostic(.language.wrongType, message, at: node.location)
  }

  private static func notSupported(_ word: String, _ path: some Sequence<String>, at location: SourceLocation)
    -> Diagnostic
  {
    let place = Array(path).dotted
    let message = "'\(word)'\(place.isEmpty ? "" : " in '\(place)'") isn't supported yet"
    return Diagnostic(.language.notSupported, message, at: location)
  }

  private static func missingKey(_ key: Key, _ path: [String], at location: SourceLocation) -> Diagnostic {
    let name = (path + [key.name]).dotted
    let other = key.alternative.map { ", or the key '\($0)'" } ?? ""
    return Diagnostic(
      .language.missingKey, "'\(name)' is missing; expected \(key.shape.expectation)\(other)", at: location)
  }
}

extension Shape {
  /// Whether the node has the kind of this shape. Its content may still be invalid.
  func fits(_ node: LocatedNode) -> Bool {
    switch (self, node.value) {
    case (.anything, _): true
    case (.list, .list), (.record, .map), (.dictionary, .map), (.metadata, .map): true
    case (.text, .text), (.characters, .text), (.flag, .text), (.integer, .text), (.enumeration, .text),
      (.expression, .text):
      true
    default: false
    }
  }

  fileprivate func accepts(_ node: LocatedNode) -> Bool {
    switch self {
    case .anything: true
    case .text: node.text?.isBlank == false
    case .characters: node.text != nil
    case .flag: node.flag != nil
    case .integer(let range): node.integer.map(range.contains) ?? false
    default: false
    }
  }
}

extension LocatedNode {
  /// The description of a value of the wrong type in a message.
  var kindName: String {
    switch value {
    case .text where text == nil: "empty"
    case .text where text?.isBlank == true: "blank"
    case .text(let text, _): "'\(text)'"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

extension [String] {
  /// The path with dots, such as `authorize.parameters.prompt`.
  var dotted: String { joined(separator: ".") }
}
