import AuthConfiguration
import AuthDescriptor

extension ClientModelBuilder {
  /// The token exchanges.
  mutating func exchanges() -> [RequestModel] {
    var models: [RequestModel] = []
    for exchange in descriptor.exchanges {
      let path = ["exchanges", exchange.name]
      let doc = exchange.doc ?? "The exchange `\(exchange.name)`."
      var arguments = standardArguments(of: exchange, path)
      arguments += ownArguments(of: exchange.function)
      models.append(function(exchange.function, doc, arguments: arguments))
    }
    return models
  }

  /// The tokens from outside, and the standard parameters.
  private mutating func standardArguments(
    of exchange: Descriptor.TokenExchange, _ path: [String]
  ) -> [ParameterModel] {
    let rule = exchange.rule
    var models: [ParameterModel] = []
    if rule.subject == .external {
      models.append(
        standard("subject", "SubjectToken", "The token to exchange, which identifies the user or the workload.", path))
    }
    if rule.actor == .external {
      models.append(
        standard("actor", "SubjectToken", "The token of the party that acts for the subject.", path))
    }
    models += standard("audience", rule.audience, "The service that the token is for.", path)
    models += standard("resource", rule.resource, "The URL of the service that the token is for.", path)
    if rule.scope != .none {
      let type = "[\(descriptor.swiftType).Scope]" + (rule.scope == .required ? "" : " = []")
      var model = standard("scopes", type, "The permissions to request.", path)
      model.statement = "request.scopes = scopes.map(\\.rawValue)"
      models.append(model)
    }
    return models
  }

  private mutating func standard(
    _ name: String, _ rule: ProviderConfiguration.AuthorizationRules.ResourceRule, _ doc: String, _ path: [String]
  ) -> [ParameterModel] {
    rule == .none ? [] : [standard(name, rule == .required ? "String" : "String? = nil", doc, path)]
  }

  private mutating func standard(
    _ name: String, _ type: String, _ doc: String, _ path: [String]
  ) -> ParameterModel {
    ParameterModel(
      name: name, type: type, doc: text.parameterDoc(doc, of: name, path: path),
      statement: "request.\(name) = \(name)")
  }

  /// The arguments of a service account's token, in addition to the account.
  mutating func accountArguments() -> [ArgumentModel] {
    let rules = descriptor.configuration.jwtBearer
    var models: [ArgumentModel] = []
    if accountHasScopes {
      models.append(
        ArgumentModel(
          name: "scopes", type: "[\(descriptor.swiftType).Scope] = []",
          doc: "///   - scopes: The permissions to request."))
    }
    if rules.subject != .none {
      models.append(
        ArgumentModel(
          name: "subject", type: rules.subject == .required ? "String" : "String? = nil",
          doc: "///   - subject: The user that the account acts for."))
    }
    if !models.isEmpty { models[models.count - 1].comma = "" }
    return models
  }

  var accountHasScopes: Bool {
    descriptor.configuration.scopes != nil && descriptor.configuration.jwtBearer.scope != .none
  }
}
