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
}
