import AuthConfiguration

/// The rules for scopes.
enum ScopeChecks {
  /// Defaults and the offline scope must be among the described scopes.
  @Sendable static func known(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.scopes
    let names = context.descriptor.scopes.values.map(\.name)
    let defaults = (rules?.defaults ?? []).map { (name: $0, path: ["scopes", "default"]) }
    let offline = rules?.offline.map { (name: $0, path: ["offline", "scope"]) }
    let isUnknown = { (name: String) in !names.contains(name) && TextTemplate(name).placeholders.isEmpty }
    return (defaults + [offline].compactMap { $0 }).filter { isUnknown($0.name) }.map { name, path in
      let suggestion = SpellingSuggestion.suggestion(for: name, among: names)
      let message = "'scopes.values' doesn't contain the scope '\(name)'\(suggestion)"
      return Diagnostic(.names.unknownScope, message, at: context.tree.location(of: path))
    }
  }

  private static let delimiters: Set<String> = [" ", ",", "+", ":", ";", "|"]

  /// RFC 6749 §3.3 requires a space, but some providers use another delimiter.
  @Sendable static func delimiter(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.scopes
    let groups = (rules?.groups ?? []).map { (["scopes", "groups", $0.name, "delimiter"], $0.delimiter) }
    return ([(["scopes", "delimiter"], rules?.delimiter ?? " ")] + groups).compactMap { path, delimiter in
      if delimiters.contains(delimiter) { return nil }
      let message = "'\(delimiter)' isn't a valid delimiter; use ' ', ',', '+', ':', ';', or '|'"
      return Diagnostic(.language.unknownWord, message, at: context.tree.location(of: path))
    }
  }

  /// A scope consists of printable ASCII without spaces, quotation marks, and backslashes (RFC 6749 §3.3). The
  /// delimiter would split a name.
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    guard let rules = context.configuration.scopes, delimiter(context).isEmpty else { return [] }
    let values = context.descriptor.scopes.values
    let isKnown = Set(values.map(\.name)).contains
    let written = values.map { ($0.name, ["scopes", "values", $0.name]) }
    let others =
      rules.defaults.map { ($0, ["scopes", "default"]) } + (rules.offline.map { [($0, ["offline", "scope"])] } ?? [])
    return (written + others.filter { !isKnown($0.0) }).compactMap { name, path in
      if isName(name), !name.contains(rules.delimiter) { return nil }
      let message = "'\(name)' isn't a valid scope; use printable ASCII without spaces, '\"', '\\', and the delimiter"
      return Diagnostic(.names.invalidWireName, message, at: context.tree.location(of: path))
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isScopeCharacter)
  }

  /// Defaults of a group must be among its described scopes.
  @Sendable static func groups(_ context: CheckContext) -> [Diagnostic] {
    (context.configuration.scopes?.groups ?? []).flatMap { group -> [Diagnostic] in
      let known = context.descriptor.scopeGroups.first { $0.name == group.name }?.values.map(\.name) ?? []
      return group.defaults.filter { !known.contains($0) }.map { name in
        let suggestion = SpellingSuggestion.suggestion(for: name, among: known)
        let message = "the scope group '\(group.name)' doesn't contain the scope '\(name)'\(suggestion)"
        return context.finding(.names.unknownScope, message, at: "scopes", "groups", group.name, "default")
      }
    }
  }
}
