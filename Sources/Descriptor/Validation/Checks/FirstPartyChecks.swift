import AuthConfiguration

/// The rules for sign-ins without a browser (draft-ietf-oauth-first-party-apps).
enum FirstPartyChecks {
  private typealias Rules = ProviderConfiguration.FirstPartyRules

  /// The parameters that the client sends with every request.
  private static let client: Set<String> = [
    "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type",
  ]
  /// The parameters of a request for access (§5.1).
  private static let access: Set<String> = [
    "auth_session",
    "response_type", "scope", "code_challenge", "code_challenge_method", "state", "nonce", "redirect_uri",
    "response_mode", "authorization_details", "resource",
  ]

  /// The flow needs a way to start, and a user.
  @Sendable static func requirements(_ context: CheckContext) -> [Diagnostic] {
    let descriptor = context.descriptor
    guard descriptor.flows.contains(.firstParty) else { return [] }
    let place = context.tree["flows"]?.list?.first { $0.text == ProviderDescriptor.Flow.firstParty.rawValue }?.location
    let flows = place ?? context.tree.location(of: ["flows"])
    var findings: [Diagnostic] = []
    if descriptor.firstPartyStarts.isEmpty {
      let message = "first_party requires 'first_party.begin' with at least one way to start a sign-in"
      findings.append(Diagnostic(.values.emptyValues, message, at: flows))
    }
    // A variant without a user may inherit the flow, which it doesn't offer.
    if !descriptor.hasFirstPartyFlow, !context.isVariant {
      let message = "first_party requires a user"
      findings.append(Diagnostic(.values.withoutEffect, message, at: flows))
    }
    let endpoint = Endpoint.authorizationChallenge
    if context.configuration.firstParty.usesChallengeEndpoint, !context.configuration.mayHave(endpoint) {
      let message = "first_party requires 'server.\(endpoint.rawValue)', which can't be discovered"
      findings.append(Diagnostic(.urls.missingEndpoint, message, at: flows))
    }
    return findings
  }

  /// A request goes to one endpoint, and only the provider's own endpoints have other forms of requests.
  @Sendable static func endpoints(_ context: CheckContext) -> [Diagnostic] {
    steps(context).flatMap { step, path -> [Diagnostic] in
      let rule = step.rule
      var problems: [(key: String, message: String)] = []
      if rule.endpoint != nil, rule.grantType != nil {
        problems.append(("grant_type", "'\(step.name)' has both 'endpoint' and 'grant_type'; use one of them"))
      }
      if rule.grantType.map({ $0.isEmpty || $0.contains(where: \.isWhitespace) }) ?? false {
        problems.append(("grant_type", "'grant_type' of '\(step.name)' must not be empty or contain a space"))
      }
      if rule.endpoint == nil {
        problems += ["method", "encoding", "headers"].filter { context.tree[path + [$0]] != nil }.map { key in
          (key, "'\(key)' is ignored because '\(step.name)' doesn't have 'endpoint'")
        }
      }
      if rule.endpoint == nil, !rule.next.isEmpty {
        problems.append(
          ("next", "'next' is ignored because '\(step.name)' doesn't have 'endpoint'; use 'first_party.demands'"))
      }
      if rule.method == .get, !rule.parameters.isEmpty || rule.requestsAccess {
        problems.append(("method", "a GET request has its parameters in the URL, which servers log; use POST"))
      }
      return problems.map { key, message in
        Diagnostic(.values.withoutEffect, message, at: context.tree.location(of: path + [key]))
      }
    }
  }

  /// The steps that follow must exist, and each step must follow something.
  @Sendable static func references(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.firstParty
    let names = rules.steps.map(\.name)
    func unknown(_ names: [String], among known: [String], at path: [String]) -> [Diagnostic] {
      names.filter { !known.contains($0) }.map { name in
        let suggestion = SpellingSuggestion.suggestion(for: name, among: known)
        let message = "'first_party.steps' doesn't contain '\(name)'\(suggestion)"
        return Diagnostic(.names.unknownParameter, message, at: context.tree.location(of: path))
      }
    }
    var findings = steps(context).flatMap { step, path in
      unknown(step.rule.next, among: names, at: path + ["next"])
    }
    for (code, demanded) in rules.demands.sorted(by: { $0.key < $1.key }) {
      let path = ["first_party", "demands", code]
      findings += unknown(demanded, among: names, at: path)
      if code == Rules.webDemand {
        let message = "'\(code)' always continues in the browser; no step can satisfy it"
        findings.append(Diagnostic(.values.withoutEffect, message, at: context.tree.location(of: path)))
      }
    }
    // Without a stated demand, the standard error demands any step.
    guard rules.demands[Rules.standardDemand] != nil || !rules.usesChallengeEndpoint else { return findings }
    let followed = Set(rules.all.flatMap(\.next) + rules.demands.values.flatMap(\.self))
    return findings
      + names.filter { !followed.contains($0) }.map { name in
        let message = "nothing leads to the step '\(name)'; add it to 'next' of a step, or to 'first_party.demands'"
        return Diagnostic(
          .values.withoutEffect, message, at: context.tree.location(of: ["first_party", "steps", name]))
      }
  }

  /// The parameters must not repeat those of the protocol, and they belong only to the step.
  @Sendable static func parameters(_ context: CheckContext) -> [Diagnostic] {
    steps(context).flatMap { step, path -> [Diagnostic] in
      let isAccess = step.rule.requestsAccess || step.rule.usesChallengeEndpoint
      let own = context.descriptor.parameters.filter { $0.requests.contains(.firstParty) }.map(\.name)
      let taken = isAccess ? client.union(access).union(own) : client
      let names = step.parameters.map(\.name)
      return step.parameters.flatMap { parameter -> [Diagnostic] in
        let path = path + ["parameters", parameter.name]
        var findings: [Diagnostic] = []
        if taken.contains(parameter.name) {
          let message = "'\(parameter.name)' is part of the protocol; '\(step.name)' already sends it"
          findings.append(Diagnostic(.names.protocolParameter, message, at: context.tree.location(of: path)))
        }
        if let node = context.tree[path + ["requests"]] {
          let message = "'requests' is ignored, because the step is the only request with '\(parameter.name)'"
          findings.append(Diagnostic(.values.withoutEffect, message, at: node.location))
        }
        return findings
          + parameter.requires.filter { !names.contains($0) || $0 == parameter.name }.map { other in
            let message = "'\(parameter.name)' requires '\(other)', which isn't another parameter of '\(step.name)'"
            return Diagnostic(.names.unknownParameter, message, at: context.tree.location(of: path + ["requires"]))
          }
      }
    }
  }

  /// All steps with their paths.
  private static func steps(
    _ context: CheckContext
  ) -> [(step: ProviderDescriptor.FirstPartyStep, path: [String])] {
    context.descriptor.firstPartyStarts.map { ($0, ["first_party", "begin", $0.name]) }
      + context.descriptor.firstPartySteps.map { ($0, ["first_party", "steps", $0.name]) }
  }
}

extension NamedDeclaration {
  /// The names of the functions that start a sign-in without a browser, and of those that continue it.
  static func firstParty(of descriptor: ProviderDescriptor) -> [Scope] {
    [
      Scope(
        name: "FirstPartyStart",
        declarations: named(descriptor.firstPartyStarts, \.swiftName, ["first_party", "begin"], \.name),
        reserved: ReservedNames.exchanges),
      Scope(
        name: "FirstPartyInput",
        declarations: named(descriptor.firstPartySteps, \.swiftName, ["first_party", "steps"], \.name),
        reserved: ReservedNames.exchanges),
      Scope(
        name: "begin",
        declarations: named(
          descriptor.parameters.filter { $0.requests.contains(.firstParty) }, \.swiftName,
          ["authorize", "parameters"], \.name),
        reserved: descriptor.hasFirstPartyFlow ? ReservedNames.firstParty : []),
    ]
  }
}
