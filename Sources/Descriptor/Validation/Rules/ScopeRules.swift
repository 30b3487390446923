/// Scopes refer to one another by name.
enum ScopeRules {
  /// Defaults and the offline scope are scopes that the descriptor describes.
  @Sendable static func known(_ context: RuleContext) -> [Diagnostic] {
    let scopes = context.descriptor.scopes
    let names = scopes.values.map(\.name)
    let defaults = scopes.defaults.map { (name: $0, path: ["scopes", "default"]) }
    let offline = scopes.offline.map { (name: $0, path: ["offline", "scope"]) }
    return (defaults + [offline].compactMap { $0 }).filter { !names.contains($0.name) }.map { name, path in
      let suggestion = NearestWord.suggestion(for: name, among: names)
      let message = "the scope '\(name)' is not described under 'scopes.values'\(suggestion)"
      return Diagnostic(.unknownScope, message, at: context.tree.location(of: path))
    }
  }

  /// RFC 6749 §3.3 says a space; some providers want a comma. Nothing else is known.
  @Sendable static func delimiter(_ context: RuleContext) -> [Diagnostic] {
    let delimiter = context.descriptor.scopes.delimiter
    if [" ", ","].contains(delimiter) { return [] }
    let message = "'\(delimiter)' is no delimiter; expected ' ' or ','"
    return [context.error(.unknownWord, message, at: "scopes", "delimiter")]
  }

  /// RFC 6749 §3.3: printable ASCII without blank, quotation mark and backslash. The delimiter would split a name.
  @Sendable static func names(_ context: RuleContext) -> [Diagnostic] {
    let scopes = context.descriptor.scopes
    if !delimiter(context).isEmpty { return [] }
    let isKnown = Set(scopes.values.map(\.name)).contains
    let written = scopes.values.map { ($0.name, ["scopes", "values", $0.name]) }
    let others =
      scopes.defaults.map { ($0, ["scopes", "default"]) } + (scopes.offline.map { [($0, ["offline", "scope"])] } ?? [])
    return (written + others.filter { !isKnown($0.0) }).compactMap { name, path in
      if isName(name), !name.contains(scopes.delimiter) { return nil }
      let message = "'\(name)' is no scope; expected printable ASCII without blank, '\"', '\\' and the delimiter"
      return Diagnostic(.invalidWireName, message, at: context.tree.location(of: path))
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
