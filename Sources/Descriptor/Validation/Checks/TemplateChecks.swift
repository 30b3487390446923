import AuthConfiguration

/// Which names a template may have depends on where it stands: what is not known yet cannot be sent.
enum TemplateChecks {
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    templates(context).flatMap { template in
      template.text.holes.filter { !isKnown($0, at: template.stage, context) }.map { name in
        unknown(name, path: template.path, at: template.location, template.stage, context)
      }
    }
  }

  /// A function's names, and a function that nobody uses.
  @Sendable static func derived(_ context: CheckContext) -> [Diagnostic] {
    let used = namesUsedAnywhere(context)
    return (context.tree["derive"]?.entries ?? []).flatMap { entry -> [Diagnostic] in
      let path = ["derive", entry.key]
      let names = DerivedValue(entry.value.text ?? "").expression?.names ?? []
      let places: [TemplateStage] = [.browser, .secondExchange, .later]
      let unknown = names.filter { name in !places.contains { isKnown(name, at: $0, context) } }
      let findings = unknown.map { self.unknown($0, path: path, at: entry.value.location, .token, context) }
      if context.environment != nil || used.contains("derive.\(entry.key)") { return findings }
      let message = "nothing uses '{derive.\(entry.key)}'"
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
    // What may be missing cannot be sent: the sign-in would fail once the code is spent.
    case "callback": return context.configuration.callback.fields.contains { $0.name == member && !$0.isOptional }
    default: return FieldPath(member).problem == nil
    }
  }

  private static func unknown(
    _ name: String, path: [String], at location: SourceLocation, _ place: TemplateStage, _ context: CheckContext
  ) -> Diagnostic {
    let variables = context.configuration.variables.map(\.name)
    let settings = context.configuration.client.settings.map { "settings.\($0.name)" }
    let known = variables + settings + context.configuration.derived.keys.sorted().map { "derive.\($0)" }
    let suggestion = NearestWord.suggestion(for: name, among: known + place.names.sorted())
    if path.first == "server" {
      let message = "'\(path.dotted)': the variable '{\(name)}' is not declared under 'variables'\(suggestion)"
      return Diagnostic(.urls.undeclaredVariable, message, at: location)
    }
    let expected =
      suggestion.isEmpty ? "; expected one of \((place.names.sorted() + known).joined(separator: ", "))" : suggestion
    return Diagnostic(
      .urls.undeclaredVariable, "'\(path.dotted)': '{\(name)}' is not known here\(expected)", at: location)
  }

  /// All names between braces, for finding what no environment uses.
  static func namesUsedAnywhere(_ context: CheckContext) -> Set<String> {
    context.environments.reduce(usedNames(context)) { $0.union(usedNames($1)) }
  }

  private static func usedNames(_ context: CheckContext) -> Set<String> {
    let derived = context.configuration.derived.values.flatMap { $0.expression?.names ?? [] }
    let docs = context.descriptor.docs
    let texts = [docs.console?.url].compactMap { $0 } + docs.callbacks.values + docs.links.values
    return Set(
      templates(context).flatMap(\.text.holes) + derived
        + texts.flatMap { TextTemplate($0).holes })
  }

  private typealias Template = (
    stage: TemplateStage, path: [String], text: TextTemplate, location: SourceLocation
  )

  private static func templates(_ context: CheckContext) -> [Template] {
    let ofKeys = TemplateStage.allCases.flatMap { stage in
      context.strings(.template(stage)).map { path, node -> Template in
        let stage = isSentWithoutBrowser(path, context) ? .direct : stage
        return (stage, path, TextTemplate(node.text ?? ""), node.location)
      }
        + context.strings(.claimChecks(stage)).compactMap { path, node -> Template? in
          ClaimCheck(node.text ?? "").comparison.map { (stage, path, $0.template, node.location) }
        }
    }
    return ofKeys
      + URLChecks.otherMetadata(context).map { (.url, $0.path, TextTemplate($0.node.text ?? ""), $0.node.location) }
  }

  /// Whether a constant parameter is also sent in a request without a browser. It has neither a state nor a callback URL.
  private static func isSentWithoutBrowser(_ path: [String], _ context: CheckContext) -> Bool {
    guard path.starts(with: ["authorize", "parameters"]) else { return false }
    let requests = context.tree[path.dropLast() + ["requests"]]?.texts ?? []
    return requests.contains { $0 != "authorize" }
  }
}
