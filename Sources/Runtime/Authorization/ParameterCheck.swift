extension ProviderConfiguration.AuthorizationRules {
  /// Checks parameters against what the provider has, before anything is sent.
  func validate(_ sent: AuthorizationParameters) throws(ConfigurationFailure) {
    for pair in sent.pairs {
      guard !AuthorizationRequest.protocolParameters.contains(pair.name) else {
        throw .invalidParameter(pair.name, expected: "left to the protocol")
      }
      guard let rule = parameters.first(where: { $0.name == pair.name }) else {
        throw .unknownParameter(pair.name, known: parameters.map(\.name))
      }
      guard rule.kind.accepts(pair.value) else {
        throw .invalidParameter(pair.name, expected: rule.kind.expectation)
      }
      for other in rule.requires where sent[other] == nil {
        throw .parameterRequires(pair.name, other: other)
      }
    }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Kind {
  func accepts(_ value: String) -> Bool {
    switch self {
    case .string: true
    case .list: value.split(separator: " ").isEmpty == false
    case .bool: value == "true" || value == "false"
    case .int: Int(value) != nil
    case .seconds: Int(value).map { $0 >= 0 } ?? false
    case .oneOf(let words): words.contains(value)
    case .set(let words): value.split(separator: " ").allSatisfy { words.contains(String($0)) }
    }
  }

  var expectation: String {
    switch self {
    case .string: "a text"
    case .list: "words separated by spaces"
    case .bool: "true or false"
    case .int: "a whole number"
    case .seconds: "a number of seconds, not negative"
    case .oneOf(let words): "one of \(words.joined(separator: ", "))"
    case .set(let words): "some of \(words.joined(separator: ", "))"
    }
  }
}
