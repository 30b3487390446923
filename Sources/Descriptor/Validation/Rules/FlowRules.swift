import AuthConfiguration

/// Which ways of signing in there are.
enum FlowRules {
  /// One of the flows is that of the response type.
  @Sendable static func flows(_ context: RuleContext) -> [Diagnostic] {
    guard let flows = context.tree["flows"]?.texts else { return [] }
    var findings: [Diagnostic] = []
    let type = context.configuration.authorization.responseType
    let flow = type.isCode ? "authorization_code" : type.bringsCode ? "hybrid" : "implicit"
    if !flows.contains(flow) {
      let message = "'flows' lacks \(flow), and the response type '\(type.rawValue)' is that flow"
      let isOwn = context.tree.entry("flows").map { context.isOwn($0.location) } ?? false
      let place = isOwn ? ["flows"] : ["authorize", "response_type"]
      findings.append(Diagnostic(.withoutEffect, message, at: context.tree.location(of: place)))
    }
    if !flows.contains("refresh_token"), context.tree["refresh"]?.text != "none",
      context.tree.entry("refresh").map({ context.isOwn($0.location) }) == true
    {
      let message = "'flows' lacks refresh_token, and 'refresh' says how; 'refresh: none' switches it off"
      findings.append(context.error(.withoutEffect, message, at: "flows"))
    }
    return findings
  }

  /// Tokens travel behind `#` or in a form (OAuth 2.0 Multiple Response Type Encoding Practices §3), and an ID token is
  /// verified.
  @Sendable static func responses(_ context: RuleContext) -> [Diagnostic] {
    let rules = context.configuration.authorization
    var findings: [Diagnostic] = []
    if !rules.responseType.isCode, rules.effectiveResponseMode == .query {
      let message = "tokens in a query show in the logs of servers on the way; write 'fragment' or 'form_post'"
      findings.append(context.error(.secretInBrowser, message, at: "authorize", "response_mode"))
    }
    if rules.responseType.bringsIDToken, context.configuration.idToken == nil {
      let message =
        "the response type '\(rules.responseType.rawValue)' brings an ID token, and 'id_token' says how none is"
      findings.append(context.error(.withoutEffect, message, at: "authorize", "response_type"))
    }
    return findings
  }
}
