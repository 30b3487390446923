import AuthConfiguration

/// The rules for names in templates. The allowed names depend on the stage of the flow, because a value that isn't
/// known yet can't be sent.
enum TemplateChecks {
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    templates(context).flatMap { template in
      template.text.placeholders.filter { !isKnown($0, at: template.stage, context) }.map { name in
        unknown(name, path: template.path, at: template.location, template.stage, context)
      }
    }
  }

  /// The names in functions must be known, and each function must be used.
  @Sendable static func derived(_ context: CheckContext) -> [Diagnostic] {
    guard let entries = context.tree["derive"]?.entries else { return [] }
    let used = namesUsedAnywhere(context)
    return entries.flatMap { entry -> [Diagnostic] in
      let path = ["derive", entry.key]
      let names = DerivedValue(entry.value.text ?? "").expression?.names ?? []
      let places: [TemplateStage] = [.browser, .secondExchange, .session]
      let unknown = names.filter { name in !places.contains { isKnown(name, at: $0, context) } }
      let findings = unknown.map { self.unknown($0, path: path, at: entry.value.location, .token, context) }
      if context.environment != nil || used.contains("derive.\(entry.key)") { return findings }
      let message = "'{derive.\(entry.key)}' isn't used"
      return findings + [Diagnostic(.urls.unusedVariable, message, at: entry.location)]
    }
  }

  static func isKnown(_ name: String, at place: TemplateStage, _ context: CheckContext) -> Bool {
    if place.names.contains(name) || context.configuration.variables.contains(where: { $0.name == name }) {
      return true
    }
    guard let dot = name.firstIndex(of: ".") else { return false }
    let (group, member) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    guard place.groups.contains(group) else { return false }
    switch group {
    case "settings": return context.configuration.client.settings.contains { $0.name == member }
    case "derive": return context.configuration.derived[member] != nil
    case "authorize": return context.configuration.authorization.parameters.contains { $0.name == member }
    // An optional field can't be sent. The sign-in would fail after the code is used up.
    case "callback": return context.configuration.callback.fields.contains { $0.name == member && !$0.isOptional }
    // Alternatives could hide a secret from the checks of URLs.
    default: return FieldPath(member).alternatives.count == 1
    }
  }

  private static func unknown(
    _ name: String, path: [String], at location: SourceLocation, _ place: TemplateStage, _ context: CheckContext
  ) -> Diagnostic {
    let variables = context.configuration.variables.map(\.name)
    let settings = context.configuration.client.settings.map { "settings.\($0.name)" }
    let known = variables + settings + context.configuration.derived.keys.sorted().map { "derive.\($0)" }
    let suggestion = SpellingSuggestion.suggestion(for: name, among: known + place.names.sorted())
    if path.first == "server" {
      let message = "'\(path.dotted)': 'variables' doesn't declare '{\(name)}'\(suggestion)"
      return Diagnostic(.urls.undeclaredVariable, message, at: location)
    }
    let expected =
      suggestion.isEmpty ? "; expected one of \((place.names.sorted() + known).joined(separator: ", "))" : suggestion
    return Diagnostic(
      .urls.undeclaredVariable, "'\(path.dotted)': '{\(name)}' isn't defined here\(expected)", at: location)
  }

  /// Returns all names between braces, in all environments, to find unused ones.
  static func namesUsedAnywhere(_ context: CheckContext) -> Set<String> {
    context.environments.reduce(usedNames(context)) { $0.union(usedNames($1)) }
  }

  private static func usedNames(_ context: CheckContext) -> Set<String> {
    let derived = context.configuration.derived.values.flatMap { $0.expression?.names ?? [] }
    return Set(
      templates(context).flatMap(\.text.placeholders) + derived
        + context.strings(.docsTemplate).flatMap { TextTemplate($0.node.text ?? "").placeholders })
  }

  private typealias Template = (
    stage: TemplateStage, path: [String], text: TextTemplate, location: SourceLocation
  )

  private static func templates(_ context: CheckContext) -> [Template] {
    let ofKeys = TemplateStage.allCases.flatMap { stage in
      context.strings(.template(stage)).map { path, node -> Template in
        let stage = actualStage(of: path, context) ?? stage
        return (stage, path, TextTemplate(node.text ?? ""), node.location)
      }
        + context.strings(.claimChecks(stage)).compactMap { path, node -> Template? in
          ClaimCheck(node.text ?? "").comparison.map { (stage, path, $0.template, node.location) }
        }
    }
    return ofKeys
      + URLChecks.otherMetadata(context).map { (.url, $0.path, TextTemplate($0.node.text ?? ""), $0.node.location) }
  }

  /// The stage of a constant parameter that is sent in a request without a browser. It has neither a state nor a callback
  /// URL.
  private static func actualStage(of path: [String], _ context: CheckContext) -> TemplateStage? {
    if path.first == "first_party" { return path.last == "const" ? .firstParty : nil }
    guard path.starts(with: ["authorize", "parameters"]) else { return nil }
    let requests = context.tree[path.dropLast() + ["requests"]]?.texts ?? []
    return requests.contains { $0 != "authorize" } ? .direct : nil
  }
}
