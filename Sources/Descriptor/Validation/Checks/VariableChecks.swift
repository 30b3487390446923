import AuthConfiguration

/// The rules for variables. A token, a code, or a key is never sent to a host that a variable's value could choose
/// freely.
enum VariableChecks {
  /// Every variable needs an example of its kind. Defaults and lists must have valid values too.
  @Sendable static func examples(_ context: CheckContext) -> [Diagnostic] {
    context.descriptor.variables.flatMap { variable -> [Diagnostic] in
      let rule = variable.rule
      let isKnown = rule.defaultValue != nil || !rule.values.isEmpty
      if rule.kind == .constant, rule.defaultValue == nil {
        let message = "the constant '\(variable.name)' requires a 'default' with its value"
        return [context.finding(.language.missingKey, message, at: "variables", variable.name)]
      }
      if !isKnown, rule.example.isEmpty, !rule.source.isFromOutside {
        let message = "'variables.\(variable.name).example' is missing; expected a string"
        return [context.finding(.language.missingKey, message, at: "variables", variable.name)]
      }
      let written =
        [("example", rule.example), ("default", rule.defaultValue ?? "")] + rule.values.map { ("values", $0) }
      return written.filter { !$0.1.isEmpty }.compactMap { key, value in
        guard let expected = rule.problem(with: value) else { return nil }
        if key == "example", context.tree[["variables", variable.name, "example"]] == nil { return nil }
        let message = "the \(key) '\(value)' isn't \(expected)"
        return context.finding(.urls.invalidExample, message, at: "variables", variable.name, key)
      } + pattern(of: variable, context)
    }
  }

  private static func pattern(of variable: ProviderDescriptor.Variable, _ context: CheckContext) -> [Diagnostic] {
    guard let pattern = variable.rule.pattern else { return [] }
    guard let problem = TextPattern(pattern).problem else { return [] }
    let message = "'variables.\(variable.name).pattern': \(problem)"
    return [context.finding(.language.invalidExpression, message, at: "variables", variable.name, "pattern")]
  }

  /// A variable that isn't used is probably misspelled somewhere.
  @Sendable static func unused(_ context: CheckContext) -> [Diagnostic] {
    guard context.environment == nil, !context.descriptor.variables.isEmpty else { return [] }
    let used = TemplateChecks.namesUsedAnywhere(context)
    return context.descriptor.variables.filter { !used.contains($0.name) }.map { variable in
      let message = "no URL uses the variable '\(variable.name)'"
      return context.finding(.urls.unusedVariable, message, at: "variables", variable.name)
    }
  }

  /// A host that a server chooses must be an expected one, because all secrets are sent to it next.
  @Sendable static func sources(_ context: CheckContext) -> [Diagnostic] {
    context.descriptor.variables.flatMap { variable -> [Diagnostic] in
      let rule = variable.rule
      let path = ["variables", variable.name, "from"]
      if let finding = deviceHost(variable, context) { return [finding] }
      if context.descriptor.usesBackend, rule.source == .request {
        return chosenDomain(variable, "a device", at: ["variables", variable.name, "scope"], context)
      }
      guard let from = context.tree[path]?.text else { return [] }
      if ProviderConfiguration.Variable.Source(described: from) == nil {
        let message = "'\(from)' isn't a valid source; use callback.field or token.path"
        return [Diagnostic(.language.unknownWord, message, at: context.tree.location(of: path))]
      }
      // A pattern next to a list allows other values.
      let isListed = !rule.allowedHosts.isEmpty || !rule.closedValues.isEmpty
      if [.host, .url].contains(rule.kind), !isListed {
        let message = "the host '\(variable.name)' comes from a server, so it requires 'allow' or 'values'"
        return [Diagnostic(.security.unlistedHost, message, at: context.tree.location(of: path))]
      }
      return chosenDomain(variable, "a server", at: path, context)
    }
  }

  /// A label below a public suffix, as in `{site}.github.io`, chooses the party that receives the secrets.
  private static func chosenDomain(
    _ variable: ProviderDescriptor.Variable, _ source: String, at path: [String], _ context: CheckContext
  ) -> [Diagnostic] {
    let rule = variable.rule
    guard rule.kind == .hostLabel, rule.closedValues.isEmpty, rule.pattern == nil else { return [] }
    let urls = URLChecks.urls(context).lazy.map { URLTemplateText($0.node.text ?? "") }
    guard let suffix = urls.compactMap({ HostValues.chosenSuffix(of: variable.name, in: $0, context) }).first else {
      return []
    }
    let message =
      "the label '\(variable.name)' comes from \(source) and chooses the site below '\(suffix)', so it requires "
      + "'values' or 'pattern'"
    return [Diagnostic(.security.unlistedHost, message, at: context.tree.location(of: path))]
  }

  /// The authorization grant comes from a device, which would choose where the app's server sends its secret.
  private static func deviceHost(
    _ variable: ProviderDescriptor.Variable, _ context: CheckContext
  ) -> Diagnostic? {
    let rule = variable.rule
    let isListed = !rule.allowedHosts.isEmpty || !rule.values.isEmpty || rule.pattern != nil
    guard context.descriptor.usesBackend, rule.source == .request, [.host, .url].contains(rule.kind), !isListed else {
      return nil
    }
    let message =
      "the host '\(variable.name)' comes from a device and receives the secret, so it requires 'allow' or 'values'"
    return context.finding(.security.unlistedHost, message, at: "variables", variable.name, "scope")
  }
}

extension ProviderConfiguration.Variable.Source {
  /// Whether the value comes from a server's response and not from the app.
  public var isFromOutside: Bool {
    switch self {
    case .app, .request: false
    case .callback, .token: true
    }
  }
}
