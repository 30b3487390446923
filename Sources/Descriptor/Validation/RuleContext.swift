import AuthConfiguration

/// What a rule may look at: the typed descriptor, and the tree for the places of its keys.
struct RuleContext: Sendable {
  let descriptor: ProviderDescriptor
  let tree: LocatedNode
  /// The tree before `authorize.omit` was applied.
  let declared: LocatedNode
  /// The descriptor's own file, not a family's.
  let file: String
  /// The descriptor is a part of its file.
  let isVariant: Bool
  /// The day on which the age of facts is judged, as 2026-09-01.
  let today: String
  /// What each file of the descriptor says about its own facts, by the file's name.
  var provenance: [String: LocatedNode] = [:]
  /// The environment that is looked at, if it is not the provider itself.
  var environment: EnvironmentOverlay?
  /// The same of every environment.
  var environments: [RuleContext] = []

  /// Whether a key was written for what is looked at, and not for a family or for all environments.
  func isOwn(_ location: SourceLocation) -> Bool {
    environment.map { $0.places.contains(location) } ?? (location.file == file)
  }

  var configuration: ProviderConfiguration { descriptor.configuration }

  func error(_ code: DiagnosticCode, _ message: String, at path: String..., note: String? = nil) -> Diagnostic {
    Diagnostic(code, message, at: tree.location(of: path), note: note)
  }

  func warning(_ code: DiagnosticCode, _ message: String, at path: String..., note: String? = nil) -> Diagnostic {
    Diagnostic(code, message, at: tree.location(of: path), severity: .warning, note: note)
  }
}

typealias Rule = @Sendable (RuleContext) -> [Diagnostic]

/// Every rule about the meaning of a descriptor, each in one place. All of them run, so all findings come at once.
enum Rules {
  static let all: [Rule] =
    identity + urls + names + templates + parameters + wire + references + scopes + clients + security + tokens
    + environments + users
    + logout + effects + provenance

  /// What all of them say: first about the provider, then what only its environments have wrong.
  static func findings(in context: RuleContext) -> [Diagnostic] {
    let ofProvider = all.flatMap { $0(context) }
    let known = Set(ofProvider.map(\.fact))
    return context.environments.reduce(ofProvider) { findings, there in
      findings + there.ownFindings.filter { !known.contains($0.fact) }.map(there.placed)
    }
  }

  private static let identity: [Rule] = [IdentityRules.id, IdentityRules.name, IdentityRules.swiftType]
  private static let urls: [Rule] = [
    URLRules.templates, URLRules.endpoints, URLRules.issuer, URLRules.fragments, URLRules.links,
  ]
  private static let names: [Rule] = [NameRules.identifiers, NameRules.conflicts]
  private static let templates: [Rule] = [
    VariableRules.examples, VariableRules.unused, VariableRules.sources, TemplateRules.names, TemplateRules.derived,
  ]
  private static let parameters: [Rule] = [
    ParameterRules.protocolParameters, ParameterRules.requirements, ParameterRules.values, ParameterRules.fixedValues,
    ParameterRules.optionalNone,
  ]
  private static let wire: [Rule] = [
    WireNameRules.names, WireNameRules.requests, WireNameRules.callback, HeaderRules.names, HeaderRules.values,
    HeaderRules.ofTheClient,
  ]
  private static let references: [Rule] = [
    ReferenceRules.renames, ReferenceRules.omissions, ReferenceRules.rawParameters, ReferenceRules.docs,
  ]
  private static let scopes: [Rule] = [ScopeRules.known, ScopeRules.delimiter, ScopeRules.names, ScopeRules.groups]
  private static let clients: [Rule] = [
    ClientRules.authentication, ClientRules.nativeSecret, ClientRules.backend, ClientRules.callbacks,
  ]
  private static let security: [Rule] = [
    SecurityRules.reasons, SecurityRules.publicWithoutPKCE, SecurityRules.secretInBrowser, SecurityRules.domains,
  ]
  private static let tokens: [Rule] = [
    TokenRules.sets, TokenRules.revocation, TokenRules.expiry, FlowRules.flows, FlowRules.responses,
    FlowRules.needs, FlowRules.details,
  ]
  private static let environments: [Rule] = [
    EnvironmentRules.defaults, EnvironmentRules.fixedKeys, EnvironmentRules.newNames, EnvironmentRules.newPowers,
  ]
  private static let users: [Rule] = [
    UserRules.sources, UserRules.maps, UserRules.identity, UserRules.idToken, UserRules.claims, AccessTokenRules.all,
  ]
  private static let logout: [Rule] = [LogoutRules.endpoint, LogoutRules.distinctParameters]
  private static let effects: [Rule] = [
    EffectRules.switchedOff, EffectRules.promisedIssuer, EffectRules.revokedTokens, EffectRules.omittedParameters,
    EffectRules.repeatedItems,
  ]
  private static let provenance: [Rule] = [ProvenanceRules.verified, ProvenanceRules.unverified, ExampleRules.decode]
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
