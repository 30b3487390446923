import AuthConfiguration

extension ProviderConfiguration.FirstPartyRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row(
      "begin", \.starts, doc: "The ways to start a sign-in, by their names in Swift, each with its first request.",
      uses: [.declaredNames])
    Row("steps", \.steps, doc: "The steps that may follow, by their names in Swift.", uses: [.declaredNames])
    Row(
      "demands", \.demands,
      doc:
        "The errors with which the server demands a further step, each with the steps that satisfy it. By default, `insufficient_authorization` demands any step."
    )
  }
}

extension ProviderConfiguration.FirstPartyStep: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(
      "endpoint", \.endpoint,
      doc: "The provider's own endpoint for the step. By default, it's the authorization challenge endpoint.",
      uses: [.url, .template(.url)])
    Row("grant_type", \.grantType, doc: "The grant type, if the step is a request to the token endpoint.")
    Row(
      "method", \.method, .enumeration(["GET", "POST"]), doc: "The method of a request to the provider's own endpoint.")
    Row(
      "encoding", \.encoding, .enumeration(["form", "json"]),
      doc: "The encoding of a request to the provider's own endpoint.")
    Row(
      "headers", \.headers, doc: "Header fields of a request to the provider's own endpoint.",
      uses: [.headerFields, .template(.firstParty)])
    Row(
      "access", \.requestsAccess,
      doc:
        "Whether the request contains the scopes and the parameters with `requests: [first_party]`. The first request to the authorization challenge endpoint always does."
    )
    Row(
      "parameters", \.parameters,
      doc:
        "The parameters of the request, as in `authorize.parameters`. In a `const`, `{first_party.name}` is an earlier parameter, or a member of an earlier response.",
      uses: [.parameterNames, .declaredNames])
    Row(
      "next", \.next,
      doc: "The steps that may follow if the server accepts the request, but responds with neither a code nor tokens.")
    Row.naming
  }
}

extension ProviderDescriptor {
  /// Reads the steps of sign-ins without a browser.
  static func firstPartySteps(
    _ rules: [ProviderConfiguration.FirstPartyStep], _ entries: [LocatedNode.Entry]
  ) -> [FirstPartyStep] {
    zip(rules, entries).map { rule, entry in
      FirstPartyStep(
        name: rule.name, swiftName: entry.swiftName, rule: rule,
        parameters: parameters(rule.parameters, entry.value["parameters"]?.entries ?? []), doc: entry.doc)
    }
  }
}
