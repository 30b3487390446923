/// A rule about the meaning of a descriptor: its findings, or none.
typealias Rule = @Sendable (RuleContext) -> [Diagnostic]

/// The list of all rules. A test finds a rule that isn't in it.
enum Rules {
  /// Every rule, in the order in which findings at one place are shown. All of them run, so all findings come at once.
  static let all: [Rule] = [
    IdentityRules.id, IdentityRules.name, IdentityRules.swiftType,
    URLRules.templates, URLRules.endpoints, URLRules.issuer, URLRules.fragments, URLRules.links,
    NameRules.identifiers, NameRules.conflicts,
    VariableRules.examples, VariableRules.unused, VariableRules.sources,
    TemplateRules.names, TemplateRules.derived,
    ParameterRules.protocolParameters, ParameterRules.requirements, ParameterRules.values,
    ParameterRules.fixedValues, ParameterRules.optionalNone,
    WireNameRules.names, WireNameRules.requests, WireNameRules.callback,
    HeaderRules.names, HeaderRules.values, HeaderRules.ofTheClient,
    ReferenceRules.renames, ReferenceRules.omissions, ReferenceRules.rawParameters, ReferenceRules.docs,
    ScopeRules.known, ScopeRules.delimiter, ScopeRules.names, ScopeRules.groups,
    ClientRules.authentication, ClientRules.nativeSecret, ClientRules.backend, ClientRules.callbacks,
    SecurityRules.reasons, SecurityRules.publicWithoutPKCE, SecurityRules.secretInBrowser, SecurityRules.domains,
    TokenRules.sets, TokenRules.revocation, TokenRules.expiry,
    FlowRules.flows, FlowRules.responses, FlowRules.needs, FlowRules.details,
    EnvironmentRules.defaults, EnvironmentRules.fixedKeys, EnvironmentRules.newNames, EnvironmentRules.newPowers,
    UserRules.sources, UserRules.maps, UserRules.identity, UserRules.idToken, UserRules.claims,
    AccessTokenRules.all,
    LogoutRules.endpoint, LogoutRules.distinctParameters,
    EffectRules.switchedOff, EffectRules.promisedIssuer, EffectRules.revokedTokens, EffectRules.omittedParameters,
    EffectRules.repeatedItems,
    ProvenanceRules.verified, ProvenanceRules.unverified,
    ExampleRules.decode,
  ]

  /// The findings of all rules: first about the provider, then those that only its environments have.
  static func findings(in context: RuleContext) -> [Diagnostic] {
    let ofProvider = all.flatMap { $0(context) }
    let known = Set(ofProvider.map(\.fact))
    return context.environments.reduce(ofProvider) { findings, there in
      findings + there.ownFindings.filter { !known.contains($0.fact) }.map(there.placed)
    }
  }
}

extension RuleContext {
  /// What an environment has wrong. Without a required key the rest would only follow from that.
  fileprivate var ownFindings: [Diagnostic] {
    let missing = ShapeCheck.missingKeys(tree)
    return missing.isEmpty ? (environment?.findings ?? []) + Rules.all.flatMap { $0(self) } : missing
  }

  /// A finding is told where the environment can be mended, also if it stands somewhere else.
  fileprivate func placed(_ finding: Diagnostic) -> Diagnostic {
    guard let environment, !environment.places.contains(finding.location) else { return finding }
    var finding = finding
    finding.message = "in the environment '\(environment.name)': \(finding.message)"
    finding.location = environment.entry.location
    return finding
  }
}

extension Diagnostic {
  /// What is wrong, wherever it stands.
  fileprivate var fact: String { "\(code.rawValue) \(message)" }
}
