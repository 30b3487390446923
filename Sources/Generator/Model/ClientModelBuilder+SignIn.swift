import AuthConfiguration
import AuthDescriptor

extension ClientModelBuilder {
  /// The parameters of a sign-in: variables, scope groups, the provider's parameters, and offline access.
  mutating func parameters() -> [ParameterModel] {
    requestVariables() + groupParameters() + providerParameters(of: .authorization) + accessParameters()
      + offlineParameter()
  }

  /// The parameters, other than scopes, of a request that doesn't use the browser.
  mutating func parameters(of request: Descriptor.Parameter.Request) -> [ParameterModel] {
    requestVariables() + providerParameters(of: request) + accessParameters()
  }

  /// The arguments of a client credentials request.
  mutating func credentialArguments() -> [ArgumentModel] {
    let scopes = ArgumentModel(
      name: "scopes", type: "[\(descriptor.swiftType).Scope] = []", doc: "///   - scopes: The permissions to request.")
    let others = parameters(of: .clientCredentials).map { ArgumentModel(name: $0.name, type: $0.type, doc: $0.doc) }
    var all = (descriptor.configuration.scopes == nil ? [] : [scopes]) + others
    if !all.isEmpty { all[all.count - 1].comma = "" }
    return all
  }

  private mutating func requestVariables() -> [ParameterModel] {
    var models: [ParameterModel] = []
    for variable in descriptor.variables where variable.rule.source == .request {
      let name = text.identifier(variable.swiftName, "variables", variable.name)
      let value = variable.isClosed ? "\(name).rawValue" : name
      models.append(
        ParameterModel(
          name: name, type: variable.swiftType(in: descriptor.swiftType),
          doc: text.parameterDoc(variable.fullDoc, of: variable.swiftName, "variables", variable.name, "doc"),
          statement: "parameters.fill(\(SwiftLiteral.string(variable.name)), \(value))"))
    }
    return models
  }

  private mutating func groupParameters() -> [ParameterModel] {
    var models: [ParameterModel] = []
    for group in descriptor.scopeGroups {
      let path = ["scopes", "groups", group.name]
      let name = text.identifier(group.swiftName, path: path)
      let rule = descriptor.configuration.scopes?.groups.first { $0.name == group.name }
      let defaults = (rule?.defaults ?? []).compactMap { word in
        group.values.first { $0.name == word }.map { ".\($0.caseName)" }
      }
      models.append(
        ParameterModel(
          name: name, type: "[\(descriptor.swiftType).\(group.typeName)] = [\(defaults.joined(separator: ", "))]",
          doc: text.parameterDoc(
            group.doc ?? "Scopes of `\(group.name)`.", of: group.swiftName, path: path + ["doc"]),
          statement: "parameters.ask(\(SwiftLiteral.string(group.name)), for: \(name).map(\\.rawValue))"))
    }
    return models
  }

  private mutating func providerParameters(of request: Descriptor.Parameter.Request) -> [ParameterModel] {
    var models: [ParameterModel] = []
    let (all, rules) = (descriptor.parameters, descriptor.configuration.authorization.parameters)
    let places = Dictionary(zip(all.map(\.name), all.indices), uniquingKeysWith: { first, _ in first })
    for (parameter, rule) in zip(all, rules) where !parameter.isConstant {
      guard parameter.requests.contains(request) else { continue }
      let path = ["authorize", "parameters", parameter.name]
      let name = text.identifier(parameter.swiftName, path: path)
      let delimiter = rule.delimiter == " " ? "" : ", delimiter: \(SwiftLiteral.string(rule.delimiter))"
      models.append(
        ParameterModel(
          name: name, type: parameter.swiftType(in: descriptor.swiftType),
          doc: text.parameterDoc(
            parameter.fullDoc(among: all, places: places), of: parameter.swiftName, path: path + ["doc"]),
          statement: "parameters.set(\(SwiftLiteral.string(parameter.name)), \(name)\(delimiter))"))
    }
    return models
  }

  private mutating func offlineParameter() -> [ParameterModel] {
    guard !descriptor.configuration.authorization.offlineParameters.isEmpty, descriptor.canRefresh else { return [] }
    let doc = "Whether to request a refresh token, which keeps the user signed in."
    return [
      ParameterModel(
        name: "offlineAccess", type: "Bool = false", doc: text.parameterDoc(doc, of: "offlineAccess", "offline"),
        statement: "parameters.asksForOfflineAccess = offlineAccess")
    ]
  }

  /// The provider's environments.
  mutating func environments() -> [EnvironmentModel] {
    var models: [EnvironmentModel] = []
    for environment in descriptor.environments {
      let path = ["environments", environment.name]
      let assignments = environment.configuration.assignments(from: descriptor.configuration, root: "configuration")
      let statements = assignments.isEmpty ? ["break"] : assignments.map { $0.formatted(indentation: 6) }
      models.append(
        EnvironmentModel(
          name: text.identifier(environment.swiftName, path: path),
          doc: text.doc(environment.doc ?? "The environment `\(environment.name)`.", indentation: 4, path: path),
          assignment: environment.swiftName == environment.name ? "" : " = " + SwiftLiteral.string(environment.name),
          statements: statements.joined(separator: "\n      ")))
    }
    return models
  }

  /// `["domain": domain]`
  var variablesExpression: String {
    let members = descriptor.variables.filter(\.isAskedOnce).map { variable in
      let value = variable.isClosed ? "\(variable.swiftName).rawValue" : variable.swiftName
      return SwiftExpression.Argument(label: variable.name, value: .text(value))
    }
    return SwiftExpression.dictionary(members).formatted(column: 17, indentation: 6)
  }

  /// `["team_id": Secret(teamID)]`
  func settingsExpression(_ settings: [Descriptor.Setting]) -> String {
    let members = settings.map { setting in
      SwiftExpression.Argument(label: setting.name, value: .text(setting.secretExpression))
    }
    return SwiftExpression.dictionary(members).formatted(column: 16, indentation: 6)
  }
}
