import AuthConfiguration

/// The rules for flows.
enum FlowChecks {
  /// The flows must include the flow of the response type.
  @Sendable static func flows(_ context: CheckContext) -> [Diagnostic] {
    guard let flows = context.tree["flows"]?.texts else { return [] }
    var findings: [Diagnostic] = []
    let type = context.configuration.authorization.responseType
    let flow = type.isCode ? "authorization_code" : type.includesCode ? "hybrid" : "implicit"
    if !flows.contains(flow) {
      let message = "'flows' doesn't contain \(flow), which the response type '\(type.rawValue)' requires"
      let isOwn = context.tree.entry("flows").map { context.isOwn($0.location) } ?? false
      let place = isOwn ? ["flows"] : ["authorize", "response_type"]
      findings.append(Diagnostic(.values.withoutEffect, message, at: context.tree.location(of: place)))
    }
    if !flows.contains("refresh_token"), context.tree["refresh"]?.text != "none",
      context.tree.entry("refresh").map({ context.isOwn($0.location) }) == true
    {
      let message =
        "'refresh' is ignored because 'flows' doesn't contain refresh_token; add it, or set 'refresh: none'"
      findings.append(context.finding(.values.withoutEffect, message, at: "flows"))
    }
    return findings
  }

  /// Some grants require an endpoint or a secret (RFC 6749 §4.4, RFC 8628 §3.1).
  @Sendable static func needs(_ context: CheckContext) -> [Diagnostic] {
    (context.tree["flows"]?.list ?? []).compactMap { item -> Diagnostic? in
      guard let flow = item.text.flatMap(ProviderDescriptor.Flow.init) else { return nil }
      if flow == .clientCredentials, !context.descriptor.clientTypes.contains(.confidential) {
        let message =
          "client_credentials requires clients with a secret, but 'client.types' doesn't contain 'confidential'"
        return Diagnostic(.values.clientAuthentication, message, at: item.location)
      }
      guard let endpoint = flow.endpoint, !context.configuration.mayHave(endpoint) else { return nil }
      let message = "\(flow.rawValue) requires 'server.\(endpoint.rawValue)', which can't be discovered"
      return Diagnostic(.urls.missingEndpoint, message, at: item.location)
    }
  }

  /// Keys that describe a grant require that the grant is generated.
  @Sendable static func details(_ context: CheckContext) -> [Diagnostic] {
    var findings = ProviderDescriptor.Flow.allCases.compactMap { flow -> Diagnostic? in
      guard let key = flow.settings, let entry = context.tree.entry(key), context.isOwn(entry.location),
        !context.descriptor.flows.contains(flow)
      else { return nil }
      let message = "'\(key)' is ignored because 'flows' doesn't contain \(flow.rawValue)"
      return Diagnostic(.values.withoutEffect, message, at: entry.location)
    }
    for parameter in context.descriptor.parameters {
      let path = ["authorize", "parameters", parameter.name, "requests"]
      guard let node = context.tree[path] else { continue }
      if parameter.requests.isEmpty {
        let message = "no request contains '\(parameter.name)'; to remove a parameter, use 'authorize.omit'"
        findings.append(Diagnostic(.values.emptyValues, message, at: node.location))
      }
      findings += (node.list ?? []).compactMap { item in
        guard let flow = item.text.flatMap(grant), !context.descriptor.flows.contains(flow) else { return nil }
        let message = "'flows' doesn't contain \(flow.rawValue), the grant of the request with '\(parameter.name)'"
        return Diagnostic(.values.withoutEffect, message, at: item.location)
      }
    }
    return findings
  }

  /// Returns the grant that a request belongs to, if it's a separate one.
  private static func grant(_ request: String) -> ProviderDescriptor.Flow? {
    switch ProviderConfiguration.AuthorizationRules.Parameter.Request(rawValue: request) {
    case .device: .deviceCode
    case .backchannel: .ciba
    case .firstParty: .firstParty
    case .clientCredentials: .clientCredentials
    case .authorization, nil: nil
    }
  }

  /// Tokens are returned in the fragment or in a form (OAuth 2.0 Multiple Response Type Encoding Practices §3), and ID
  /// tokens must be verified.
  @Sendable static func responses(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.authorization
    var findings: [Diagnostic] = []
    if !rules.responseType.isCode, rules.responsePlace == .query {
      let message = "tokens in a query appear in servers' logs; use 'fragment' or 'form_post'"
      findings.append(context.finding(.security.secretInBrowser, message, at: "authorize", "response_mode"))
    }
    if rules.responseType.includesIDToken, context.configuration.idToken == nil {
      let message =
        "the response type '\(rules.responseType.rawValue)' returns an ID token, but 'id_token' is 'none'"
      findings.append(context.finding(.values.withoutEffect, message, at: "authorize", "response_type"))
    }
    return findings
  }
}

extension ProviderDescriptor.Flow {
  /// The endpoint of the grant's first request, if every client with the grant needs it.
  fileprivate var endpoint: Endpoint? {
    switch self {
    case .deviceCode: .deviceAuthorization
    case .ciba: .backchannelAuthentication
    case .authorizationCode, .hybrid, .implicit, .refreshToken, .firstParty, .clientCredentials, .jwtBearer: nil
    }
  }

  /// The key with the settings of the grant, if no other grant uses them.
  fileprivate var settings: String? {
    switch self {
    case .deviceCode: "device"
    case .ciba, .firstParty, .jwtBearer: rawValue
    case .authorizationCode, .hybrid, .implicit, .refreshToken, .clientCredentials: nil
    }
  }
}
