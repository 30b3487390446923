/// A rule about the meaning of a descriptor. Returns its findings.
typealias Rule = @Sendable (RuleContext) -> [Diagnostic]

/// The list of all rules. A test fails if a rule isn't in it.
enum Rules {
  /// Every rule, in the order in which findings at one location are shown. All rules run, even if some have findings.
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

  /// The findings of all rules: first those about the provider, then those that occur only in its environments.
  static func findings(in context: RuleContext) -> [Diagnostic] {
    let ofProvider = all.flatMap { $0(context) }
    let known = Set(ofProvider.map(\.fact))
    return context.environments.reduce(ofProvider) { findings, there in
      findings + there.ownFindings.filter { !known.contains($0.fact) }.map(there.placed)
    }
  }
}

extension RuleContext {
  /// The findings in an environment. If required keys are missing, other findings would only be consequences.
  fileprivate var ownFindings: [Diagnostic] {
    let missing = ShapeCheck.missingKeys(tree)
    return missing.isEmpty ? (environment?.findings ?? []) + Rules.all.flatMap { $0(self) } : missing
  }

  /// Moves a finding to the environment's entry if its location is outside of the environment.
  fileprivate func placed(_ finding: Diagnostic) -> Diagnostic {
    guard let environment, !environment.places.contains(finding.location) else { return finding }
    var finding = finding
    finding.message = "in the environment '\(environment.name)': \(finding.message)"
    finding.location = environment.entry.location
    return finding
  }
}

extension Diagnostic {
  /// The finding without its location.
  fileprivate var fact: String { "\(code.rawValue) \(message)" }
}
