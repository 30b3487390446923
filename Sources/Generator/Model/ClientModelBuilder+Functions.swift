import AuthConfiguration
import AuthDescriptor

extension ClientModelBuilder {
  /// The functions that create requests, by their types.
  mutating func requests() -> [RequestGroupModel] {
    var groups = [
      RequestGroupModel(
        type: "ExchangeRequest", doc: "/// The token exchanges (RFC 8693).", functions: exchanges())
    ]
    if descriptor.hasFirstPartyFlow {
      groups += [
        RequestGroupModel(
          type: "FirstPartyStart",
          doc: "/// The ways to start a sign-in without a browser (draft-ietf-oauth-first-party-apps, a draft).",
          functions: steps(descriptor.firstPartyStarts, in: "begin")),
        RequestGroupModel(
          type: "FirstPartyInput",
          doc: "/// The further steps of a sign-in without a browser (draft-ietf-oauth-first-party-apps, a draft).",
          functions: steps(descriptor.firstPartySteps, in: "steps")),
      ]
    }
    return groups.filter { !$0.functions.isEmpty }
  }

  /// The steps of sign-ins without a browser, as functions.
  ///
  /// - Parameter key: The key of the map that contains the steps.
  private mutating func steps(_ steps: [Descriptor.FirstPartyStep], in key: String) -> [RequestModel] {
    var models: [RequestModel] = []
    for step in steps {
      let function = step.function(in: key)
      let doc = step.doc ?? "The step `\(step.name)`."
      models.append(self.function(function, doc, arguments: ownArguments(of: function)))
    }
    return models
  }

  /// A function that creates a request.
  mutating func function(
    _ function: Descriptor.RequestFunction, _ doc: String, arguments: [ParameterModel]
  ) -> RequestModel {
    var list = arguments.map { ArgumentModel(name: $0.name, type: $0.type, doc: $0.doc) }
    if !list.isEmpty { list[list.count - 1].comma = "" }
    return RequestModel(
      name: text.member(function.swiftName, path: function.path),
      doc: text.doc(doc, indentation: 2, path: function.path + ["doc"]), key: SwiftLiteral.string(function.name),
      arguments: list, statements: arguments.map { StatementModel(text: $0.statement) })
  }

  /// The parameters that the descriptor declares for a request.
  mutating func ownArguments(of function: Descriptor.RequestFunction) -> [ParameterModel] {
    var models: [ParameterModel] = []
    let all = function.parameters
    let places = Dictionary(zip(all.map(\.name), all.indices), uniquingKeysWith: { first, _ in first })
    for (parameter, rule) in zip(all, function.rules) where !parameter.isConstant {
      let path = function.path + ["parameters", parameter.name]
      let name = text.identifier(parameter.swiftName, path: path)
      let delimiter = rule.delimiter == " " ? "" : ", delimiter: \(SwiftLiteral.string(rule.delimiter))"
      models.append(
        ParameterModel(
          name: name,
          type: parameter.swiftType(in: descriptor.swiftType, named: function.typeName(of: parameter)),
          doc: text.parameterDoc(
            parameter.fullDoc(among: all, places: places), of: parameter.swiftName, path: path + ["doc"]),
          statement: "request.parameters.set(\(SwiftLiteral.string(parameter.name)), \(name)\(delimiter))"))
    }
    return models
  }

  /// The enumerations of the functions' parameters.
  mutating func functionEnumerations() -> [EnumerationModel] {
    var models: [EnumerationModel] = []
    for function in descriptor.requestFunctions {
      for parameter in function.parameters where parameter.isClosed && !parameter.isConstant {
        let path = function.path + ["parameters", parameter.name]
        let doc = parameter.doc ?? "Values of `\(parameter.name)`."
        models.append(
          enumeration(function.typeName(of: parameter), doc, parameter.values, path: path, words: "values"))
      }
    }
    return models
  }
}
