import AuthConfiguration

/// The rules for pushed and signed authorization requests, and for signed responses.
enum MessageChecks {
  /// Requests can be pushed only to a known endpoint (RFC 9126 §5).
  @Sendable static func push(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    guard configuration.authorization.alwaysPushes || configuration.server.requiresPushedRequests == true,
      !configuration.mayHave(.pushedAuthorization)
    else { return [] }
    let name = Endpoint.pushedAuthorization.rawValue
    let message = "pushed authorization requests require 'server.\(name)', which can't be discovered"
    let path = ["par", "request_object"].map { ["authorize", $0] }.first { context.tree[$0] != nil }
    return [Diagnostic(.urls.missingEndpoint, message, at: context.tree.location(of: path ?? ["server"]))]
  }

  /// A signed request needs the client's private key, and a reference to it needs a server that keeps it (RFC 9101 §5,
  /// RFC 9126 §3).
  @Sendable static func requestObject(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.authorization
    guard rules.requestObject != .none else { return [] }
    var findings: [Diagnostic] = []
    let client = context.configuration.client
    if client.assertion?.key.text.isEmpty ?? true, !client.authentication.contains(.privateKeyJWT) {
      let message = """
        'request_object' requires the client's private key; describe it in 'client.assertion.key', or let the app pass it \
        with 'client.authentication: private_key_jwt'
        """
      findings.append(context.finding(.messages.requestWithoutKey, message, at: "authorize", "request_object"))
    }
    if rules.requestObject == .byReference, rules.par != .required {
      let message = "'by_reference' requires 'authorize.par: required', because the client pushes the signed request"
      findings.append(context.finding(.messages.referenceWithoutPush, message, at: "authorize", "request_object"))
    }
    return findings
  }

  /// A signed response is verified with the issuer's keys, and belongs to the request with its state (JARM §2.4).
  @Sendable static func signedResponse(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    guard configuration.authorization.hasSignedResponses else { return [] }
    var missing: [String] = []
    if configuration.server.issuer == nil { missing.append("'server.issuer'") }
    if !configuration.mayHave(.keys) { missing.append("'server.jwks_uri'") }
    if configuration.authorization.state != .required { missing.append("'authorize.state: required'") }
    guard !missing.isEmpty else { return [] }
    let message = "signed responses can't be verified without \(missing.joined(separator: " and "))"
    return [context.finding(.messages.responseWithoutKeys, message, at: "authorize", "response_mode")]
  }

  /// Only the reference to a pushed request goes through the browser, so the page's URL must not contain values of the
  /// sign-in.
  @Sendable static func visibleParameters(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    let rules = configuration.authorization
    guard rules.alwaysPushes || rules.requestObject != .none,
      let page = configuration.server.authorizationEndpoint?.text, let start = page.firstIndex(of: "?")
    else { return [] }
    let shown = TextTemplate(String(page[start...])).placeholders
    return configuration.variables.filter { $0.source == .request && shown.contains($0.name) }.map { variable in
      let message = "'{\(variable.name)}' is a value of the sign-in, but the browser would show it"
      return context.finding(.messages.visibleParameter, message, at: "server", Endpoint.authorization.rawValue)
    }
  }
}
