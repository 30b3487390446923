import AuthConfiguration

// Enumerations whose cases carry values.

extension ProviderConfiguration.AuthorizationRules.Parameter.Kind: SwiftValue {
  var expression: SwiftExpression {
    switch self {
    case .string: .text(".string")
    case .bool: .text(".bool")
    case .int: .text(".int")
    case .seconds: .text(".seconds")
    case .url: .text(".url")
    case .email: .text(".email")
    case .json: .text(".json")
    case .oneOf(let words): .choice(".oneOf", words)
    case .set(let words): .choice(".set", words)
    case .list: .text(".list")
    }
  }
}

extension ProviderConfiguration.Variable.Source: SwiftValue {
  var expression: SwiftExpression {
    switch self {
    case .app: .text(".app")
    case .request: .text(".request")
    case .callback(let name): .choice(".callback", name)
    case .token(let path): .choice(".token", path)
    }
  }
}

extension ProviderConfiguration.TokenPresentation: SwiftValue {
  var expression: SwiftExpression {
    switch self {
    case .bearer: .text(".bearer")
    case .scheme(let name): .choice(".scheme", name)
    case .header(let name, let prefix):
      .call(".header", [.init(label: "", value: name.expression), .init(label: "prefix", value: prefix.expression)])
    case .query(let name): .choice(".query", name)
    case .none: .text(".none")
    }
  }
}

extension ProviderConfiguration.UserInfoRules.Source: SwiftValue {
  var expression: SwiftExpression {
    switch self {
    case .idToken: .text(".idToken")
    case .endpoint: .text(".endpoint")
    case .token(let path): .choice(".token", path)
    case .callback(let name, let path): .choice(".callback", name, path)
    }
  }
}

extension SwiftExpression {
  /// A case with values that have no labels.
  fileprivate static func choice(_ name: String, _ values: any SwiftValue...) -> SwiftExpression {
    .call(name, values.map { Argument(label: "", value: $0.expression) })
  }
}
