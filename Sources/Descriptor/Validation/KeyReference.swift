/// A reference to a key by its path from the root, such as `token.response.fields.shopID`.
struct KeyReference {
  /// The path. Keys that the author chooses may contain dots themselves.
  let text: String

  /// Returns `nil` if the language contains the key, and the descriptor does too if the author chooses the keys.
  /// Otherwise, it returns a suggestion.
  func problem(in tree: LocatedNode) -> String? {
    Self.problem(text, DescriptorKeys.root, tree)
  }

  private static func problem(_ rest: String, _ shape: Shape, _ node: LocatedNode?) -> String? {
    if rest.isEmpty { return nil }
    switch shape {
    case .either(let shapes):
      let problems = shapes.map { problem(rest, $0, node) }
      return problems.contains(nil) ? nil : problems.compactMap(\.self).max { $0.count < $1.count }
    case .list(let element):
      let items = node?.list ?? []
      return items.contains { problem(rest, element, $0) == nil } ? nil : problem(rest, element, nil)
    case .record(let keys):
      return problem(rest, keys.map { ($0.name, $0.shape) }, node)
    case .dictionary(let element):
      return problem(rest, (node?.entries ?? []).map { ($0.key, element) }, node)
    case .metadata(let used):
      return problem(rest, (used.map(\.name) + (node?.entries ?? []).map(\.key)).map { ($0, .anything) }, node)
    case .anything: return nil
    case .text, .characters, .flag, .integer, .enumeration, .expression, .unsupported: return ""
    }
  }

  private static func problem(_ rest: String, _ keys: [(String, Shape)], _ node: LocatedNode?) -> String? {
    let matching = keys.filter { rest == $0.0 || rest.hasPrefix($0.0 + ".") }
    let problems = matching.map { key, shape in problem(String(rest.dropFirst(key.count + 1)), shape, node?[key]) }
    if problems.contains(nil) { return nil }
    if let first = problems.compactMap(\.self).first { return first }
    let word = String(rest.prefix { $0 != "." })
    return SpellingSuggestion.suggestion(for: word, among: keys.map(\.0))
  }
}
