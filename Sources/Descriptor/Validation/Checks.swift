/// A rule about the meaning of a descriptor. Returns its findings.
typealias Check = @Sendable (CheckContext) -> [Diagnostic]

/// The list of all rules. A test fails if a rule isn't in it.
enum Checks {
  /// Every rule, in the order in which findings at one location are shown. All rules run, even if some have findings.
  static let all: [Check] = [
    IdentityChecks.id, IdentityChecks.name, IdentityChecks.swiftType,
    URLChecks.templates, URLChecks.endpoints, URLChecks.issuer, URLChecks.fragments,
    URLChecks.authorizationFragment, URLChecks.links,
    NameChecks.identifiers, NameChecks.conflicts,
    VariableChecks.examples, VariableChecks.unused, VariableChecks.sources,
    TemplateChecks.names, TemplateChecks.derived,
    ParameterChecks.protocolParameters, ParameterChecks.requirements, ParameterChecks.values,
    ParameterChecks.fixedValues, ParameterChecks.optionalNone,
    ExchangeChecks.tokens, ExchangeChecks.parameters, ExchangeChecks.typeNames, ExchangeChecks.effects,
    ExchangeChecks.claims,
    DetailChecks.types, DetailChecks.fields, DetailChecks.typeNames, DetailChecks.optionalNone,
    ParameterNameChecks.names, ParameterNameChecks.members, ParameterNameChecks.requests,
    ParameterNameChecks.callback,
    RequestParameterChecks.parameters, RequestParameterChecks.queries,
    HeaderChecks.names, HeaderChecks.values, HeaderChecks.ofTheClient, HeaderChecks.clientSecret,
    ReferenceChecks.renames, ReferenceChecks.omissions, ReferenceChecks.rawParameters, ReferenceChecks.docs,
    ReferenceChecks.signatureKey,
    ScopeChecks.known, ScopeChecks.delimiter, ScopeChecks.names, ScopeChecks.groups,
    ClientChecks.authentication, ClientChecks.keys, ClientChecks.nativeSecret, ClientChecks.backend,
    ClientChecks.callbacks, CertificateChecks.aliases, CertificateChecks.bindings,
    DPoPChecks.effects, DPoPChecks.browserTokens,
    RegistrationChecks.endpoint, RegistrationChecks.backend, RegistrationChecks.unusedKeys,
    RegistrationChecks.documentSecret, RegistrationChecks.customRequest, RegistrationChecks.protocolMembers,
    RegistrationChecks.confidential,
    SecurityChecks.reasons, SecurityChecks.publicWithoutPKCE, SecurityChecks.secretInBrowser, SecurityChecks.domains,
    ProfileChecks.requirements, ProfileChecks.clientTypes,
    TokenChecks.sets, TokenChecks.revocation, TokenChecks.expiry, TokenChecks.missingAccessToken,
    FlowChecks.flows, FlowChecks.responses, FlowChecks.needs, FlowChecks.details,
    BackchannelChecks.requirements, BackchannelChecks.distinctParameters, BackchannelChecks.signatures,
    BackchannelChecks.delivery,
    FirstPartyChecks.requirements, FirstPartyChecks.endpoints, FirstPartyChecks.references,
    FirstPartyChecks.parameters,
    MessageChecks.push, MessageChecks.requestObject, MessageChecks.signedResponse, MessageChecks.visibleParameters,
    EnvironmentChecks.defaults, EnvironmentChecks.fixedKeys, EnvironmentChecks.newNames, EnvironmentChecks.newPowers,
    UserChecks.sources, UserChecks.maps, UserChecks.identity, UserChecks.idToken, UserChecks.claims,
    AccessTokenChecks.all,
    EncryptionChecks.key, EncryptionChecks.algorithms,
    LogoutChecks.endpoint, LogoutChecks.distinctParameters,
    EffectChecks.switchedOff, EffectChecks.authorizationURL, EffectChecks.factsWithoutUser, EffectChecks.promisedIssuer,
    EffectChecks.revokedTokens, EffectChecks.unusedHooks,
    EffectChecks.omittedParameters,
    EffectChecks.repeatedItems,
    ProvenanceChecks.verified, ProvenanceChecks.unverified, ProvenanceChecks.facts,
    ExampleChecks.decode,
  ]

  /// The findings of all rules: first those about the provider, then those that occur only in its environments.
  static func findings(in context: CheckContext) -> [Diagnostic] {
    let ofProvider = all.flatMap { $0(context) }
    let known = Set(ofProvider.map(\.fact))
    return context.environments.reduce(ofProvider) { findings, there in
      findings + there.ownFindings.filter { !known.contains($0.fact) }.map(there.placed)
    }
  }
}

extension CheckContext {
  /// The findings in an environment. If required keys are missing, other findings would only be consequences.
  fileprivate var ownFindings: [Diagnostic] {
    let missing = ShapeCheck.missingKeys(tree)
    return missing.isEmpty ? (environment?.findings ?? []) + Checks.all.flatMap { $0(self) } : missing
  }

  /// Moves a finding to the environment's entry if its location is outside the environment.
  fileprivate func placed(_ finding: Diagnostic) -> Diagnostic {
    guard let environment, !environment.places.contains(finding.location) else { return finding }
    var finding = finding
    finding.message = "in environment '\(environment.name)': \(finding.message)"
    finding.location = environment.entry.location
    return finding
  }
}

extension Diagnostic {
  /// The finding without its location.
  fileprivate var fact: String { "\(code.rawValue) \(message)" }
}
