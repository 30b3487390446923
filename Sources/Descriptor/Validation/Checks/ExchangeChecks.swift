import AuthConfiguration

/// The rules for token exchanges (RFC 8693 §2.1) and for the JWTs of service accounts (RFC 7523 §3).
enum ExchangeChecks {
  private typealias Exchange = ProviderDescriptor.TokenExchange

  /// The grants that have their own flow.
  private static let otherGrants: Set<String> = [
    "authorization_code", "refresh_token", "client_credentials", "password", "implicit",
    "urn:ietf:params:oauth:grant-type:device_code",
  ]

  /// The parameters that the client sends with an exchange.
  private static let standard: Set<String> = [
    "grant_type", "subject_token", "subject_token_type", "actor_token", "actor_token_type", "requested_token_type",
    "client_id", "client_secret", "client_assertion", "client_assertion_type",
  ]

  /// The server needs the type of each token, and the session must have it.
  @Sendable static func tokens(_ context: CheckContext) -> [Diagnostic] {
    context.descriptor.exchanges.flatMap { exchange -> [Diagnostic] in
      let (rule, name) = (exchange.rule, exchange.name)
      var problems: [(key: String, message: String)] = []
      if rule.grantType.isEmpty || rule.grantType.contains(where: \.isWhitespace)
        || otherGrants.contains(rule.grantType)
      {
        problems.append(("grant_type", "'\(rule.grantType)' isn't the grant type of an exchange"))
      }
      let isStandard = rule.grantType == ProviderConfiguration.TokenExchange.standardGrantType
      if isStandard, rule.subjectTokenType == nil {
        problems.append(
          ("subject_token_type", "'\(name)' exchanges an external token, so it needs 'subject_token_type'"))
      }
      if isStandard, rule.subjectParameter != "subject_token" {
        problems.append(("subject_parameter", "the grant of RFC 8693 requires the parameter 'subject_token'"))
      }
      if rule.actor == .external, rule.actorTokenType == nil {
        problems.append(("actor_token_type", "'\(name)' has an external actor, so it needs 'actor_token_type'"))
      }
      if rule.actor == nil, rule.actorTokenType != nil {
        problems.append(("actor_token_type", "'\(name)' can't have 'actor_token_type' without 'actor'"))
      }
      for (key, token) in [("subject", rule.subject), ("actor", rule.actor)] {
        guard let token, let reason = missing(token, context) else { continue }
        problems.append((key, "'\(name)' exchanges a token that no session has: \(reason)"))
      }
      return problems.map { key, message in
        Diagnostic(.values.exchangeTokens, message, at: place(exchange, key, context))
      }
    }
  }

  /// Returns the reason that a session doesn't have a token.
  private static func missing(
    _ token: ProviderConfiguration.TokenExchange.Token, _ context: CheckContext
  ) -> String? {
    switch token {
    case .refreshToken where !context.descriptor.canRefresh: "the provider issues no refresh tokens"
    case .idToken where context.configuration.idToken == nil: "the provider issues no ID tokens"
    case .accessToken where !context.configuration.token.response.hasAccessToken: "'access_token' is 'none'"
    default: nil
    }
  }

  /// A key's location, or that of the exchange if the key is missing.
  private static func place(_ exchange: Exchange, _ key: String, _ context: CheckContext) -> SourceLocation {
    context.tree.location(of: ["exchanges", exchange.name, key])
  }

  /// The parameters must not repeat those of the protocol, and they belong only to the exchange.
  @Sendable static func parameters(_ context: CheckContext) -> [Diagnostic] {
    context.descriptor.exchanges.flatMap { exchange -> [Diagnostic] in
      let rule = exchange.rule
      let chosen = [("audience", rule.audience), ("resource", rule.resource), ("scope", rule.scope)]
        .filter { $0.1 != .none }.map(\.0)
      let taken = standard.union(chosen + [rule.subjectParameter])
      let names = exchange.parameters.map(\.name)
      return exchange.parameters.flatMap { parameter -> [Diagnostic] in
        let path = ["exchanges", exchange.name, "parameters", parameter.name]
        var findings: [Diagnostic] = []
        if taken.contains(parameter.name) {
          let message = "'\(parameter.name)' is part of the protocol; '\(exchange.name)' already sends it"
          findings.append(Diagnostic(.names.protocolParameter, message, at: context.tree.location(of: path)))
        }
        if let node = context.tree[path + ["requests"]] {
          let message = "'requests' is ignored, because the exchange is the only request with '\(parameter.name)'"
          findings.append(Diagnostic(.values.withoutEffect, message, at: node.location))
        }
        findings += parameter.requires.filter { !names.contains($0) || $0 == parameter.name }.map { other in
          let message = "'\(parameter.name)' requires '\(other)', which isn't another parameter of '\(exchange.name)'"
          return Diagnostic(.names.unknownParameter, message, at: context.tree.location(of: path + ["requires"]))
        }
        return findings
      }
    }
  }

  /// A parameter's own type must not hide another type.
  @Sendable static func typeNames(_ context: CheckContext) -> [Diagnostic] {
    let descriptor = context.descriptor
    var taken = ReservedNames.types.union([descriptor.swiftType])
    taken.formUnion(
      descriptor.parameters.filter(\.isClosed).map { SwiftName.type(for: $0.name, named: $0.swiftName) })
    taken.formUnion(descriptor.variables.map { SwiftName.type(for: $0.name, named: $0.swiftName) })
    return descriptor.requestFunctions.flatMap { function in
      function.parameters.filter(\.isClosed).compactMap { parameter -> Diagnostic? in
        let type = function.typeName(of: parameter)
        guard !taken.insert(type).inserted else { return nil }
        let message = "'\(parameter.name)' would become the type '\(type)', which already exists"
        let location = context.tree.location(of: function.path + ["parameters", parameter.name])
        return Diagnostic(.names.nameConflict, message, at: location, note: "set another name with 'case:'")
      }
    }
  }

  /// Keys without scopes have no effect.
  @Sendable static func effects(_ context: CheckContext) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if context.configuration.scopes == nil {
      findings += context.descriptor.exchanges.filter { $0.rule.scope != .none }.map { exchange in
        let message = "'\(exchange.name)' can't request scopes, because 'scopes' is 'none'"
        return Diagnostic(.values.withoutEffect, message, at: place(exchange, "scope", context))
      }
    }
    return findings
  }

  /// The client sets the claims that identify the account and limit the use of the JWT.
  @Sendable static func claims(_ context: CheckContext) -> [Diagnostic] {
    let own = ProviderConfiguration.JWTBearerRules.ownClaims
    let claims = (context.tree[["jwt_bearer", "claims"]]?.entries ?? []).filter { own.contains($0.key) }
    let sent: Set<String> = ["grant_type", "assertion", "scope", "client_assertion", "client_assertion_type"]
    let parameters = (context.tree[["jwt_bearer", "parameters"]]?.entries ?? []).filter { sent.contains($0.key) }
    return (claims + parameters).map { entry in
      let message = "'\(entry.key)' is part of the protocol; a descriptor can't set it here"
      return Diagnostic(.names.protocolParameter, message, at: entry.location)
    }
  }
}

extension NamedDeclaration {
  /// The names of exchanges, of the arguments of all functions, and of the values of their enumerations.
  static func requestFunctions(of descriptor: ProviderDescriptor) -> [Scope] {
    let functions = Scope(
      name: "ExchangeRequest", declarations: named(descriptor.exchanges, \.swiftName, ["exchanges"], \.name),
      reserved: ReservedNames.exchanges)
    return [functions]
      + descriptor.requestFunctions.flatMap { function -> [Scope] in
        let path = function.path + ["parameters"]
        let arguments = Scope(
          name: function.swiftName, declarations: named(function.parameters, \.swiftName, path, \.name),
          reserved: ReservedNames.exchangeArguments)
        let enumerations = function.parameters.filter { !$0.values.isEmpty }.map { parameter in
          Scope(
            name: function.typeName(of: parameter),
            declarations: named(parameter.values, \.caseName, path + [parameter.name, "values"], \.rawValue),
            reserved: ReservedNames.cases)
        }
        return [arguments] + enumerations
      }
  }
}
