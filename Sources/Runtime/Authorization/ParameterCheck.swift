import Foundation

extension ProviderConfiguration.AuthorizationRules {
  /// Checks parameters against those that the provider supports, before a request is sent.
  func validate(
    _ sent: AuthorizationParameters, for request: Parameter.Request
  ) throws(StepFailure) {
    let parameters = parameters.filter { $0.requests.contains(request) }
    for pair in sent.pairs {
      guard !AuthorizationRequest.protocolParameters.contains(pair.name) else {
        throw .configuration(.invalidParameter(pair.name, expected: "omitted: the client sets it"))
      }
      guard let rule = parameters.first(where: { $0.name == pair.name }) else {
        throw .configuration(.unknownParameter(pair.name, known: parameters.map(\.name)))
      }
      guard rule.constant == nil else {
        throw .configuration(.invalidParameter(pair.name, expected: "omitted: the descriptor sets it"))
      }
      guard rule.accepts(pair.value) else {
        throw .configuration(.invalidParameter(pair.name, expected: rule.kind.expectation))
      }
      for other in rule.requires where sent[other] == nil && !parameters.isSentAnyway(other) {
        throw .configuration(.parameterRequires(pair.name, other: other))
      }
    }
    for rule in parameters where rule.isRequired && rule.defaultValue == nil && sent[rule.name] == nil {
      throw .configuration(.invalidParameter(rule.name, expected: "set for every sign-in"))
    }
  }

  /// Returns the provider's own parameters of a request: those that the app sets, then defaults and constants.
  func pairs(
    _ appParameters: [(name: String, value: String)], for request: Parameter.Request, _ values: TemplateValues
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var pairs = appParameters
    for parameter in parameters where parameter.requests.contains(request) {
      if pairs.contains(where: { $0.name == parameter.name }) { continue }
      if let constant = parameter.constant {
        pairs.append((parameter.name, try values.text(constant)))
      } else if let value = parameter.defaultValue {
        pairs.append((parameter.name, value))
      }
    }
    return pairs
  }
}

extension [ProviderConfiguration.AuthorizationRules.Parameter] {
  /// Whether the parameter has a constant or a default value.
  fileprivate func isSentAnyway(_ name: String) -> Bool {
    contains { $0.name == name && ($0.constant != nil || $0.defaultValue != nil) }
  }
}

extension ResolvedProvider {
  /// Checks all values that an app passes, before a request is sent. Unsupported values are never ignored silently.
  func validate(
    _ scopes: [String], _ sent: AuthorizationParameters,
    for request: ProviderConfiguration.AuthorizationRules.Parameter.Request = .authorization
  ) throws(StepFailure) {
    try configuration.authorization.validate(sent, for: request)
    try configuration.authorization.validateAccess(sent)
    let groups = request == .authorization ? configuration.scopes?.groups.map(\.name) ?? [] : []
    for group in sent.groups.keys.sorted() where !groups.contains(group) {
      throw .configuration(.unknownParameter(group, known: groups))
    }
    guard configuration.scopes != nil || scopes.isEmpty else {
      throw .configuration(.invalidParameter("scope", expected: "omitted: the provider doesn't use scopes"))
    }
    let canAskOffline =
      configuration.scopes?.offline != nil || !configuration.authorization.offlineParameters.isEmpty
    guard !sent.asksForOfflineAccess || canAskOffline else {
      throw .configuration(.invalidParameter("offline access", expected: "omitted: the provider doesn't support it"))
    }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter {
  func accepts(_ value: String) -> Bool {
    switch kind {
    case .string: true
    case .url: URL(string: value)?.scheme != nil
    case .email: value.split(separator: "@", omittingEmptySubsequences: false).count == 2 && !value.contains(" ")
    case .json: JSONValue(parsing: Data(value.utf8)) != nil
    case .list: value.split(separator: delimiter).isEmpty == false
    case .bool: value == "true" || value == "false"
    case .int: Int(value) != nil
    case .seconds: Int(value).map { $0 >= 0 } ?? false
    case .oneOf(let words): words.contains(value)
    case .set(let words): value.split(separator: delimiter).allSatisfy { words.contains(String($0)) }
    }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Kind {
  var expectation: String {
    switch self {
    case .string: "a string"
    case .url: "an absolute URL"
    case .email: "an email address"
    case .json: "valid JSON"
    case .list: "a list with at least one value"
    case .bool: "true or false"
    case .int: "a whole number"
    case .seconds: "a number of seconds that isn't negative"
    case .oneOf(let words): "one of \(words.joined(separator: ", "))"
    case .set(let words): "a list of these values: \(words.joined(separator: ", "))"
    }
  }
}
