import AuthConfiguration

/// The rules for the positions of variables in a URL. A value is validated by its variable's kind, so it may only be used
/// where such a value can't change another part of the URL.
enum VariablePlacement {
  typealias Finding = (code: DiagnosticCode, message: String)

  static func findings(_ template: URLTemplateText, _ context: CheckContext) -> [Finding] {
    let misplaced = template.placeholders.compactMap { problem($0, in: template, context) }
    return misplaced.isEmpty ? hosts(template, context) : misplaced.map { (.urls.unanchoredVariable, $0) }
  }

  private static func problem(
    _ placeholder: URLTemplateText.Placeholder, in template: URLTemplateText, _ context: CheckContext
  ) -> String? {
    let (name, before, after) = (placeholder.name, placeholder.before, placeholder.after)
    let isInHost = template.placeholdersInAuthority.contains { $0.before.endIndex == before.endIndex }
    guard let variable = variable(name, context) else {
      // Another rule reports unknown names.
      guard isInHost, TemplateStage.allCases.contains(where: { TemplateChecks.isKnown(name, at: $0, context) }) else {
        return nil
      }
      return "'{\(name)}' isn't a variable, so it's only allowed in the path or the query"
    }
    if variable.kind == .url {
      let isFirst = before.isEmpty && (after.isEmpty || after.hasPrefix("/"))
      return isFirst ? nil : "the URL variable '{\(name)}' must be at the beginning of the URL"
    }
    if !variable.closedValues.isEmpty { return nil }
    switch (variable.kind, isInHost) {
    case (.host, true):
      // In `https://{x}.example.com`, a value could end the host early. Another check reports plain http.
      if ["https://", "http://"].contains(before), after.isEmpty || after.hasPrefix("/") { return nil }
      return
        "the host variable '{\(name)}' must be the whole host, as in 'https://{\(name)}/…'; for a part of the host, "
        + "list its 'values' or use 'kind: host_label'"
    case (.host, false):
      return "the host variable '{\(name)}' must be the whole host, as in 'https://{\(name)}/…'; in a path or a query, "
        + "list its 'values' or use 'kind: path_segment'"
    case (.pathSegment, true):
      return
        "'{\(name)}' may contain any character, so it's only allowed in the path or the query; in a host, list its "
        + "'values', or use 'kind: host_label' for a part of the host and 'kind: host' for the whole host"
    case (.hostLabel, _), (.pathSegment, false), (.constant, _), (.url, _): return nil
    }
  }

  /// With any values, the host must be valid and below a fixed domain.
  private static func hosts(_ template: URLTemplateText, _ context: CheckContext) -> [Finding] {
    let names = Set(template.placeholdersInAuthority.map(\.name))
    let variables = names.compactMap { variable($0, context) }
    let open = variables.filter { $0.closedValues.isEmpty }
    // Other rules report unknown names, and any host may replace the whole host.
    guard !variables.isEmpty, variables.count == names.count, open.allSatisfy({ $0.kind == .hostLabel }) else {
      return []
    }
    guard let combinations = HostValues.combinations(in: [template], context) else {
      return [(.urls.invalidURL, "the values of the variables make more than \(HostValues.limit) hosts")]
    }
    let samples = Dictionary(open.map { ($0.name, "a") }) { $1 }
    for values in combinations {
      let host = template.authority(with: values)
      if !open.isEmpty, HostValues.fixedLabels(of: host).count < 2 { return [(.urls.unanchoredVariable, advice(open))] }
      if !HostText.isHost(template.authority(with: values.merging(samples) { $1 })) {
        return [(.urls.invalidURL, "'\(host)' isn't a valid host; correct the values of the variables")]
      }
    }
    return []
  }

  private static func advice(_ open: [ProviderConfiguration.Variable]) -> String {
    let names = open.map { "'{\($0.name)}'" }.sorted().joined(separator: " and ")
    let example = open.map(\.name).min() ?? ""
    return "the value of \(names) would choose the domain; end the host with a fixed domain, as in "
      + "'https://{\(example)}.example.com/…', list the 'values', or use 'kind: host' for the whole host"
  }

  private static func variable(_ name: String, _ context: CheckContext) -> ProviderConfiguration.Variable? {
    context.configuration.variables.first { $0.name == name }
  }
}
