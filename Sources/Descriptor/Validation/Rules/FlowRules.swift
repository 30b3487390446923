import AuthConfiguration

/// Which ways of signing in there are.
enum FlowRules {
  /// The code flow is what everything here stands on.
  @Sendable static func flows(_ context: RuleContext) -> [Diagnostic] {
    guard let flows = context.tree["flows"]?.texts else { return [] }
    var findings: [Diagnostic] = []
    if !flows.contains("authorization_code") {
      let message = "'flows' lacks authorization_code; a provider without it is not yet supported"
      findings.append(context.error(.notSupported, message, at: "flows"))
    }
    if !flows.contains("refresh_token"), context.tree["refresh"]?.text != "none",
      context.tree.entry("refresh").map({ context.isOwn($0.location) }) == true
    {
      let message = "'flows' lacks refresh_token, and 'refresh' says how; 'refresh: none' switches it off"
      findings.append(context.error(.withoutEffect, message, at: "flows"))
    }
    return findings
  }
}
