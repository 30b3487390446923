import AuthDescriptor

/// Makes the model of a client from a descriptor.
struct ClientModelBuilder {
  typealias Descriptor = ProviderDescriptor

  let descriptor: ProviderDescriptor
  let file: String
  var text: SwiftText

  /// - Throws: Every text of the descriptor that cannot stand in Swift.
  static func model(of source: LoadedDescriptor) throws(DiagnosticsError) -> ClientModel {
    var builder = ClientModelBuilder(
      descriptor: source.descriptor, file: source.fileName, text: SwiftText(source))
    let model = builder.build()
    builder.text.refuseRepetitions(of: model.enumerations.map(\.type), "authorize", "parameters")
    guard builder.text.findings.isEmpty else { throw DiagnosticsError(builder.text.findings) }
    return model
  }

  private mutating func build() -> ClientModel {
    ClientModel(
      type: text.identifier(descriptor.swiftType, "swift", "type"),
      source: text.doc(file, indentation: 0, "id").joined(separator: " "),
      name: text.doc(descriptor.name, indentation: 0, "name").joined(separator: " "),
      doc: text.doc("Sign-in with \(descriptor.name).", indentation: 0, "name"),
      exampleArguments: exampleArguments(),
      conformances: conformances,
      needsFoundation: needsFoundation,
      configuration: configuration(),
      variables: variables(),
      secret: SecretModel(
        isPossible: descriptor.client.types.contains(.confidential),
        isRequired: descriptor.client.types == [.confidential]),
      parameters: parameters(),
      enumerations: enumerations(),
      userConformances: (["AuthUser"] + descriptor.claims.standard.map(\.protocolName)).joined(separator: ", "),
      claims: claims(),
      errors: errors(),
      scopes: scopes(),
      flags: flags()
    )
  }

  private var conformances: String {
    var names = ["DescribedProvider"]
    if descriptor.refresh != nil { names.append("TokenRefreshing") }
    if descriptor.canRevoke { names.append("TokenRevoking") }
    if descriptor.canEndSession { names.append("SessionEnding") }
    return names.joined(separator: ", ")
  }

  /// `URL` and `Date` are Foundation's.
  private var needsFoundation: Bool {
    descriptor.parameters.contains { $0.kind == .url } || descriptor.claims.custom.contains { $0.type == .date }
  }

  private mutating func exampleArguments() -> String {
    var arguments: [String] = []
    for variable in descriptor.variables {
      let example = text.literal(variable.example, "variables", variable.name, "example")
      arguments.append("\(variable.swiftName): \(example)")
    }
    arguments.append("clientID: \"…\"")
    if descriptor.client.types == [.confidential] { arguments.append("clientSecret: secret") }
    arguments.append("redirect: .loopback()")
    return arguments.joined(separator: ", ")
  }

  private mutating func variables() -> [VariableModel] {
    var models: [VariableModel] = []
    for variable in descriptor.variables {
      let example = variable.doc.map { "\($0.withoutFullStop), such as `\(variable.example)`." }
      let doc = example ?? "A \(variable.kind.rawValue) name, such as `\(variable.example)`."
      models.append(
        VariableModel(
          name: text.identifier(variable.swiftName, "variables", variable.name),
          key: text.literal(variable.name, "variables", variable.name),
          doc: text.parameterDoc(doc, of: variable.swiftName, "variables", variable.name, "doc"),
          comma: ""
        ))
    }
    return models.separated(trailing: true)
  }

  private mutating func parameters() -> [ParameterModel] {
    var models: [ParameterModel] = []
    for parameter in descriptor.parameters {
      let path = ["authorize", "parameters", parameter.name]
      let type = parameter.swiftType(in: descriptor.swiftType)
      models.append(
        ParameterModel(
          name: text.identifier(parameter.swiftName, path[0], path[1], path[2]),
          key: text.literal(parameter.name, path[0], path[1], path[2]),
          type: type,
          defaultValue: type.hasSuffix("?") ? "nil" : "[]",
          doc: text.parameterDoc(
            parameter.fullDoc(in: descriptor), of: parameter.swiftName, path[0], path[1], path[2], "doc")
        ))
    }
    return models
  }

  private mutating func enumerations() -> [EnumerationModel] {
    var models: [EnumerationModel] = []
    for parameter in descriptor.parameters where parameter.isClosed {
      let path = ["authorize", "parameters", parameter.name]
      var cases: [CaseModel] = []
      for value in parameter.values {
        cases.append(
          CaseModel(
            name: text.identifier(value.caseName, path[0], path[1], path[2], "values", value.word),
            doc: text.doc(
              value.doc ?? "Sent as `\(value.word)`.", indentation: 4, path[0], path[1], path[2], "values", value.word),
            assignment: value.caseName == value.word
              ? "" : " = " + text.literal(value.word, path[0], path[1], path[2], "values", value.word)
          ))
      }
      models.append(
        EnumerationModel(
          type: text.identifier(parameter.typeName, path[0], path[1], path[2]),
          doc: text.doc(
            parameter.doc ?? "Values of `\(parameter.name)`.", indentation: 2, path[0], path[1], path[2], "doc"),
          cases: cases
        ))
    }
    return models
  }
}
