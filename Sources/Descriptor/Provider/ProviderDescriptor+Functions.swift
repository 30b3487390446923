import AuthConfiguration

extension ProviderDescriptor {
  /// A request that becomes a function in Swift: a token exchange, or a step of a sign-in without a browser.
  package struct RequestFunction: Sendable {
    /// The name of the function in Swift.
    package var swiftName: String
    /// The parameters, in the descriptor's order.
    package var parameters: [Parameter]
    /// The rules of the parameters, in the same order.
    package var rules: [ProviderConfiguration.AuthorizationRules.Parameter]
    /// The path of the request in the descriptor.
    package var path: [String]

    /// The name of the request in the descriptor.
    package var name: String { path[path.count - 1] }

    /// Returns the name of the enumeration of a parameter.
    package func typeName(of parameter: Parameter) -> String {
      SwiftName.upperCamel(swiftName) + SwiftName.type(for: parameter.name, named: parameter.swiftName)
    }
  }

  /// All requests that become functions.
  package var requestFunctions: [RequestFunction] {
    exchanges.map(\.function) + firstPartyStarts.map { $0.function(in: "begin") }
      + firstPartySteps.map { $0.function(in: "steps") }
  }
}

extension ProviderDescriptor.TokenExchange {
  package var function: ProviderDescriptor.RequestFunction {
    ProviderDescriptor.RequestFunction(
      swiftName: swiftName, parameters: parameters, rules: rule.parameters, path: ["exchanges", name])
  }
}

extension ProviderDescriptor.FirstPartyStep {
  /// - Parameter key: The key of the map that contains the step.
  package func function(in key: String) -> ProviderDescriptor.RequestFunction {
    ProviderDescriptor.RequestFunction(
      swiftName: swiftName, parameters: parameters, rules: rule.parameters, path: ["first_party", key, name])
  }
}
