import AuthConfiguration

extension ProviderDescriptor {
  /// Reads the values that several keys determine together, and those that aren't in the configuration.
  mutating func combine(_ tree: LocatedNode) {
    followProfile(tree)
    if name.isEmpty { name = id }
    if swiftType.isEmpty { swiftType = SwiftName.upperCamel(id) }
    (configuration.id, configuration.name) = (id, name)
    configuration.token.isSignedByApp = hooks.contains(.signTokenRequest)
    configuration.userInfo.isSignedByApp = hooks.contains(.signUserInfoRequest)
    configuration.decodesResponses = hooks.contains(.decodeResponse)
    configuration.console = Self.console(tree["docs"])
    if !identifiesUser { removeUser() }
    clientTypes = tree["client"]?.value("types") ?? clientTypes
    // Every client of a profile authenticates.
    if profile != nil, !tree.states(["client", "types"]) { clientTypes = [.confidential] }
    usesClientSecret = Self.usesClientSecret(configuration, tree)
    variables = Self.variables(configuration, tree.entries(at: "variables"))
    settings = Self.settings(configuration, tree.entries(at: "client", "settings"))
    parameters = Self.parameters(
      configuration.authorization.parameters, tree.entries(at: "authorize", "parameters"))
    exchanges = Self.exchanges(configuration, tree.entries(at: "exchanges"))
    let first = configuration.firstParty
    firstPartyStarts = Self.firstPartySteps(first.starts, tree.entries(at: "first_party", "begin"))
    firstPartySteps = Self.firstPartySteps(first.steps, tree.entries(at: "first_party", "steps"))
    details = Self.details(configuration, tree.entries(at: "authorize", "details"))
    if configuration.authorization.resources != .none, configuration.refresh?.audience == nil {
      // RFC 8707 §2.2: a refresh can choose one of the APIs.
      configuration.refresh?.audience = "resource"
    }
    scopes = Self.scopes(tree["scopes"], name: "", swiftName: "scopes")
    scopeGroups = tree.entries(at: "scopes", "groups").map { entry in
      let swiftName = entry.value["case"]?.text ?? SwiftName.lowerCamel(entry.key) + "Scopes"
      return Self.scopes(entry.value, name: entry.key, swiftName: swiftName)
    }
    flags = tree.entries(at: "logout", "flags").map { Flag(name: $0.key, swiftName: $0.swiftName, doc: $0.doc) }
    tokenFields = Self.tokenFields(tree)
    callbackFields = tree.entries(at: "callback", "fields").map { Self.field($0, swiftName: $0.swiftName) }
    errors = tree.entries(at: "errors").map { entry in
      let error = configuration.errors[entry.key] ?? .standard
      return KnownError(code: entry.key, caseName: error.caseName, summary: error.summary)
    }
  }

  /// Sets the keys that the descriptor leaves to its profile. A family's values are only defaults.
  private mutating func followProfile(_ tree: LocatedNode) {
    for requirement in profile?.requirements ?? [] {
      let path = requirement.key.split(separator: ".").map(String.init)
      if !tree.states(path) { requirement.meet?(&configuration) }
    }
  }

  /// A family may describe the user of its providers.
  private mutating func removeUser() {
    (configuration.idToken, configuration.userInfo, claims) = (nil, .withoutUser, Claims())
  }

  private static func variables(
    _ configuration: ProviderConfiguration, _ entries: [LocatedNode.Entry]
  ) -> [Variable] {
    zip(configuration.variables, entries).map { rule, entry in
      Variable(
        name: entry.key, swiftName: entry.swiftName, rule: rule, values: entry.namedValues, doc: entry.doc)
    }
  }

  private static func settings(_ configuration: ProviderConfiguration, _ entries: [LocatedNode.Entry]) -> [Setting] {
    zip(configuration.client.settings, entries).map { rule, entry in
      Setting(
        name: entry.key, swiftName: entry.swiftName, kind: entry.value.value("type") ?? .string,
        isSecret: rule.isSecret, isOptional: rule.isOptional, example: entry.value.value("example"), doc: entry.doc)
    }
  }

  /// Reads the Swift names and types of parameters.
  static func parameters(
    _ rules: [ProviderConfiguration.AuthorizationRules.Parameter], _ entries: [LocatedNode.Entry]
  ) -> [Parameter] {
    zip(rules, entries).map { rule, entry in
      Parameter(
        name: entry.key, swiftName: entry.swiftName, kind: entry.value.value("type") ?? .string,
        values: entry.namedValues, isConstant: rule.constant != nil, isRequired: rule.isRequired,
        requires: rule.requires, requests: rule.requests, doc: entry.doc)
    }
  }

  private static func scopes(_ node: LocatedNode?, name: String, swiftName: String) -> Scopes {
    let values = (node?.entries(at: "values") ?? []).map { entry in
      Scopes.Scope(
        name: entry.key, caseName: entry.swiftName, doc: entry.doc, isRequired: entry.value.value("required") ?? false)
    }
    return Scopes(
      name: name, swiftName: swiftName, isOpen: node?.value("open") ?? true, values: values, doc: node?.value("doc"))
  }

  /// The fields of both exchanges. The first one takes precedence.
  private static func tokenFields(_ tree: LocatedNode) -> [TypedField] {
    let entries =
      tree.entries(at: "token", "response", "fields")
      + tree.entries(at: "token", "second_exchange", "response", "fields")
    var seen: Set<String> = []
    return entries.filter { seen.insert($0.key).inserted }.map { field($0, swiftName: $0.key) }
  }

  private static func field(_ entry: LocatedNode.Entry, swiftName: String) -> TypedField {
    TypedField(
      key: entry.key, swiftName: swiftName, type: entry.value.value("type") ?? .string,
      isOptional: entry.value.value("optional") ?? false, doc: entry.doc)
  }
}

extension LocatedNode {
  /// The entries of the map at the end of a path.
  fileprivate func entries(at path: String...) -> [Entry] { self[path]?.entries ?? [] }

  /// Whether a descriptor of the user contains a key.
  fileprivate func states(_ path: [String]) -> Bool { entry(at: path).map { !$0.location.isBuiltIn } ?? false }
}
