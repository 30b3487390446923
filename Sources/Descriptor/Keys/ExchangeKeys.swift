import AuthConfiguration

extension ProviderConfiguration.TokenExchange: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("grant_type", \.grantType, doc: "The grant type in the request. By default, that of RFC 8693.")
    Row(
      "subject", \.subject,
      doc: "The token that is exchanged: one of the session, or one that the app supplies (`external`).",
      uses: [.generatedType])
    Row(
      "subject_parameter", \.subjectParameter, doc: "The parameter that contains the token.", uses: [.parameterName])
    Row(
      "subject_token_type", \.subjectTokenType,
      doc: "The type of the token. By default, that of the session's token, if the request has `subject_token`.")
    Row(
      "actor", \.actor, doc: "The token of the party that acts for the subject (delegation).", uses: [.generatedType])
    Row("actor_token_type", \.actorTokenType, doc: "The type of the actor's token.")
    Row("requested_token_type", \.requestedTokenType, doc: "The type of the token to issue.")
    Row(
      "audience", \.audience, doc: "Whether the app names the service that the token is for.", uses: [.generatedType])
    Row(
      "resource", \.resource, doc: "Whether the app passes the URL of the service that the token is for.",
      uses: [.generatedType])
    Row("scope", \.scope, doc: "Whether the app requests scopes.", uses: [.generatedType])
    Row(
      "parameters", \.parameters, doc: "Additional parameters of the request, as in `authorize.parameters`.",
      uses: [.parameterNames, .declaredNames])
    Row.naming
    Row { _, it in it.addTokenTypes() }
  }

  /// RFC 8693 requires the type of each token.
  private mutating func addTokenTypes() {
    if subjectTokenType == nil, subjectParameter == "subject_token" { subjectTokenType = subject.type }
    if actorTokenType == nil { actorTokenType = actor?.type }
  }
}

extension ProviderConfiguration.TokenExchange.Token: DescribedEnumeration {}

extension ProviderConfiguration.JWTBearerRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("aud", \.audience, doc: "The audience. By default, the issuer or the token endpoint.", uses: [.template(.app)])
    Row(
      "subject", \.subject,
      doc: "Whether the app names the user that the account acts for. If not, `sub` is the account.",
      uses: [.generatedType])
    Row("scope", \.scope, doc: "The part of the request that contains the scopes.", uses: [.generatedType])
    Row("lifetime", \.lifetime, .integer(1...3600), doc: "The lifetime of the JWT, in seconds.")
    Row("alg", \.algorithms, doc: "The algorithms that the server accepts.")
    Row("claims", \.claims, doc: "Additional claims.", uses: [.memberNames, .template(.app)])
    Row(
      "parameters", \.parameters, doc: "Additional parameters of the request.",
      uses: [.parameterNames, .template(.direct)])
    Row(
      "client", \.authentication,
      doc: "The client authentication method. By default, the JWT alone authenticates the request.")
  }
}

extension ProviderConfiguration.JWTBearerRules.ScopePlace: DescribedEnumeration {}

extension ProviderDescriptor {
  /// Reads the token exchanges.
  static func exchanges(_ configuration: ProviderConfiguration, _ entries: [LocatedNode.Entry]) -> [TokenExchange] {
    zip(configuration.exchanges, entries).map { rule, entry in
      TokenExchange(
        name: rule.name, swiftName: entry.swiftName, rule: rule,
        parameters: parameters(rule.parameters, entry.value["parameters"]?.entries ?? []), doc: entry.doc)
    }
  }
}
