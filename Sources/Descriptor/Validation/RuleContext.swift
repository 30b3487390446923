/// What a rule may look at: the typed descriptor, and the tree for the places of its keys.
struct RuleContext: Sendable {
  let descriptor: ProviderDescriptor
  let tree: LocatedNode
  /// The tree before `authorize.omit` was applied.
  let declared: LocatedNode
  /// The descriptor's own file, not a family's.
  let file: String

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
    identity + urls + parameters + scopes + clients + names + logout + effects

  private static let identity: [Rule] = [IdentityRules.id, IdentityRules.swiftType]
  private static let urls: [Rule] = [
    URLRules.templates, URLRules.endpoints, URLRules.variables, URLRules.issuer, URLRules.logout, URLRules.fragments,
    URLRules.links,
  ]
  private static let parameters: [Rule] = [
    ParameterRules.protocolParameters, ParameterRules.wireNames, ParameterRules.requirements, ParameterRules.values,
    ParameterRules.optionalNone,
  ]
  private static let scopes: [Rule] = [ScopeRules.known, ScopeRules.delimiter, ScopeRules.names]
  private static let clients: [Rule] = [ClientRules.authentication, ClientRules.algorithms]
  private static let names: [Rule] = [NameRules.identifiers, NameRules.conflicts]
  private static let logout: [Rule] = [LogoutRules.distinctParameters]
  private static let effects: [Rule] = [
    EffectRules.switchedOff, EffectRules.revokedTokens, EffectRules.omittedParameters, EffectRules.repeatedItems,
  ]
}
