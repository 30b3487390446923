import AuthConfiguration

/// Which ways of signing in there are, and where.
enum FlowRules {
  /// The code flow is what everything here stands on.
  @Sendable static func flows(_ context: RuleContext) -> [Diagnostic] {
    guard let flows = context.tree["flows"]?.texts else { return [] }
    var findings: [Diagnostic] = []
    if !flows.contains("authorization_code") {
      let message = "'flows' lacks authorization_code; a provider without it is not yet supported"
      findings.append(context.error(.notSupported, message, at: "flows"))
    }
    if !flows.contains("refresh_token"), context.configuration.refresh != nil,
      context.tree.entry("refresh")?.location.file == context.file
    {
      let message = "'flows' lacks refresh_token, and 'refresh' says how; 'refresh: none' switches it off"
      findings.append(context.error(.withoutEffect, message, at: "flows"))
    }
    return findings
  }

  /// One environment is meant when none is named.
  @Sendable static func environments(_ context: RuleContext) -> [Diagnostic] {
    let environments = context.descriptor.environments
    guard !environments.isEmpty else { return [] }
    let defaults = environments.filter(\.isDefault)
    if defaults.count == 1 { return [] }
    let message = defaults.isEmpty ? "no environment is the 'default'" : "only one environment can be the 'default'"
    return [context.error(.nameConflict, message, at: "environments")]
  }
}
