import Foundation

/// A checked exchange: its rules, and the parameters to send.
struct ExchangePlan: Sendable {
  let rules: ProviderConfiguration.TokenExchange
  let subject: SubjectToken?
  let actor: SubjectToken?
  let scopes: [String]
  /// The parameters other than the grant type and the tokens.
  let parameters: [(name: String, value: String)]
  /// The exchange with all values. Equal requests share one token.
  let id: String

  /// Checks the arguments before any request.
  init<Provider>(
    _ call: ExchangeRequest<Provider>, _ configuration: ProviderConfiguration, _ values: TemplateValues
  ) throws(StepFailure) {
    guard let rules = configuration.exchanges.first(where: { $0.name == call.name }) else {
      throw .configuration(.unknownParameter(call.name, known: configuration.exchanges.map(\.name)))
    }
    try Self.check(call.subject != nil, isWanted: rules.subject == .external, "the subject token")
    try Self.check(call.actor != nil, isWanted: rules.actor == .external, "the actor token")
    try Self.check(call.audience, rules.audience, "audience")
    try Self.check(call.resource, rules.resource, "resource")
    try Self.check(call.scopes.first, rules.scope, "scope")
    if let resource = call.resource { try RequestedAccess.validate(resource: resource) }
    let own = try Self.own(call.parameters, rules, values)
    var standard: [(name: String, value: String)] = []
    if let audience = call.audience { standard.append(("audience", audience)) }
    if let resource = call.resource { standard.append(("resource", resource)) }
    let scopes = Set(call.scopes).sorted()
    if !scopes.isEmpty {
      standard.append(("scope", scopes.joined(separator: configuration.scopes?.delimiter ?? " ")))
    }
    (self.rules, subject, actor, self.scopes) = (rules, call.subject, call.actor, scopes)
    parameters = standard + own
    let sources = [call.subject?.identity ?? [], call.actor?.identity ?? []].flatMap { ["\($0.count)"] + $0 }
    id = RequestIdentity.id(
      rules.name, sources + parameters.sorted { $0.name < $1.name }.flatMap { [$0.name, $0.value] })
  }

  private static func check(_ isPresent: Bool, isWanted: Bool, _ name: String) throws(StepFailure) {
    guard isPresent == isWanted else {
      let expected = isWanted ? "set: the app supplies it" : "omitted: it's a token of the session, or isn't sent"
      throw .configuration(.invalidParameter(name, expected: expected))
    }
  }

  private static func check(
    _ value: String?, _ rule: ProviderConfiguration.AuthorizationRules.ResourceRule, _ name: String
  ) throws(StepFailure) {
    switch (rule, value) {
    case (.none, _?): throw .configuration(.invalidParameter(name, expected: "omitted: the exchange doesn't have it"))
    case (.required, nil), (_, ""?): throw .configuration(.invalidParameter(name, expected: "set, and not empty"))
    default: break
    }
  }

  /// The rules of an authorization request's parameters apply here, too.
  private static func own(
    _ sent: AuthorizationParameters, _ rules: ProviderConfiguration.TokenExchange, _ values: TemplateValues
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var authorization = ProviderConfiguration.AuthorizationRules()
    authorization.parameters = rules.parameters
    try authorization.validate(sent, for: .authorization)
    return try authorization.pairs(sent.pairs.map { (name: $0.name, value: $0.value) }, for: .authorization, values)
  }
}
