import AuthConfiguration

/// Scopes refer to one another by name.
enum ScopeChecks {
  /// Defaults and the offline scope are scopes that the descriptor describes.
  @Sendable static func known(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.scopes
    let names = context.descriptor.scopes.values.map(\.name)
    let defaults = (rules?.defaults ?? []).map { (name: $0, path: ["scopes", "default"]) }
    let offline = rules?.offline.map { (name: $0, path: ["offline", "scope"]) }
    return (defaults + [offline].compactMap { $0 }).filter { !names.contains($0.name) }.map { name, path in
      let suggestion = NearestWord.suggestion(for: name, among: names)
      let message = "the scope '\(name)' is not described under 'scopes.values'\(suggestion)"
      return Diagnostic(.names.unknownScope, message, at: context.tree.location(of: path))
    }
  }

  private static let delimiters: Set<String> = [" ", ",", "+", ":", ";", "|"]

  /// RFC 6749 §3.3 says a space; some providers want something else.
  @Sendable static func delimiter(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.scopes
    let groups = (rules?.groups ?? []).map { (["scopes", "groups", $0.name, "delimiter"], $0.delimiter) }
    return ([(["scopes", "delimiter"], rules?.delimiter ?? " ")] + groups).compactMap { path, delimiter in
      if delimiters.contains(delimiter) { return nil }
      let message = "'\(delimiter)' is no delimiter; expected ' ', ',', '+', ':', ';' or '|'"
      return Diagnostic(.language.unknownWord, message, at: context.tree.location(of: path))
    }
  }

  /// RFC 6749 §3.3: printable ASCII without blank, quotation mark and backslash. The delimiter would split a name.
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    guard let rules = context.configuration.scopes, delimiter(context).isEmpty else { return [] }
    let values = context.descriptor.scopes.values
    let isKnown = Set(values.map(\.name)).contains
    let written = values.map { ($0.name, ["scopes", "values", $0.name]) }
    let others =
      rules.defaults.map { ($0, ["scopes", "default"]) } + (rules.offline.map { [($0, ["offline", "scope"])] } ?? [])
    return (written + others.filter { !isKnown($0.0) }).compactMap { name, path in
      if isName(name), !name.contains(rules.delimiter) { return nil }
      let message = "'\(name)' is no scope; expected printable ASCII without blank, '\"', '\\' and the delimiter"
      return Diagnostic(.names.invalidWireName, message, at: context.tree.location(of: path))
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// Defaults of a group are described.
  @Sendable static func groups(_ context: CheckContext) -> [Diagnostic] {
    (context.configuration.scopes?.groups ?? []).flatMap { group -> [Diagnostic] in
      let known = context.descriptor.scopeGroups.first { $0.name == group.name }?.values.map(\.name) ?? []
      return group.defaults.filter { !known.contains($0) }.map { name in
        let suggestion = NearestWord.suggestion(for: name, among: known)
        let message = "the scope '\(name)' is not described in the group '\(group.name)'\(suggestion)"
        return context.finding(.names.unknownScope, message, at: "scopes", "groups", group.name, "default")
      }
    }
  }
}
