import AuthConfiguration
import AuthDescriptor

extension ClientModelBuilder {
  /// The arguments for authorization details and resources.
  mutating func accessParameters() -> [ParameterModel] {
    var models: [ParameterModel] = []
    if !descriptor.details.isEmpty {
      models.append(
        ParameterModel(
          name: "details", type: "[\(descriptor.swiftType).Detail] = []",
          doc: text.parameterDoc("What the user allows, in detail (RFC 9396).", of: "details", "authorize", "details"),
          statement: "parameters.details = details.map(\\.json)"))
    }
    let rule = descriptor.configuration.authorization.resources
    if rule != .none {
      models.append(
        ParameterModel(
          name: "resources", type: rule == .required ? "[String]" : "[String] = []",
          doc: text.parameterDoc(
            "The URLs of the APIs that the access token is for (RFC 8707).", of: "resources", "authorize", "resources"),
          statement: "parameters.resources = resources"))
    }
    return models
  }

  mutating func details() -> [DetailModel] {
    var models: [DetailModel] = []
    for detail in descriptor.details {
      let path = ["authorize", "details", detail.swiftName]
      let type = "\(descriptor.swiftType).\(detail.typeName)"
      models.append(
        DetailModel(
          name: text.identifier(detail.swiftName, path: path),
          doc: text.doc(detail.doc ?? "A detail of the type `\(detail.type)`.", indentation: 4, path: path + ["doc"]),
          type: text.identifier(detail.typeName, path: path), key: SwiftLiteral.string(detail.type),
          fields: fields(detail.allFields, in: type, path)))
    }
    return models
  }

  /// The types of the details, each followed by those of its objects.
  mutating func detailTypes() -> [DetailTypeModel] {
    var models: [DetailTypeModel] = []
    for detail in descriptor.details {
      let path = ["authorize", "details", detail.swiftName]
      let doc = detail.doc ?? "A detail of the type `\(detail.type)`."
      models += types(
        detail.typeName, in: descriptor.swiftType, doc, start: "type: \(SwiftLiteral.string(detail.type))",
        detail.allFields, path)
    }
    return models
  }

  private mutating func types(
    _ name: String, in container: String, _ doc: String, start: String, _ fields: [Descriptor.DetailField],
    _ path: [String]
  ) -> [DetailTypeModel] {
    let type = "\(container).\(name)"
    var enumerations: [EnumerationModel] = []
    var objects: [DetailTypeModel] = []
    for field in fields {
      let place = path + ["fields", field.name]
      let doc = field.doc ?? "The member `\(field.name)`."
      if field.isClosed {
        enumerations.append(
          enumeration(field.typeName, doc, field.values, path: place, words: "values", indentation: 4))
      }
      if field.isObject {
        objects += types(field.typeName, in: type, doc, start: "", field.fields, place)
      }
    }
    let model = DetailTypeModel(
      container: container, type: text.identifier(name, path: path),
      doc: text.doc(doc, indentation: 2, path: path + ["doc"]), start: start,
      fields: self.fields(fields, in: type, path),
      enumerations: enumerations)
    return [model] + objects
  }

  private mutating func fields(
    _ fields: [Descriptor.DetailField], in type: String, _ path: [String]
  ) -> [DetailFieldModel] {
    var models: [DetailFieldModel] = []
    for field in fields {
      let place = path + ["fields", field.name]
      let name = text.identifier(field.swiftName, path: place)
      let doc = field.doc ?? "The member `\(field.name)`."
      let base = field.swiftType(in: type)
      let isOptional = !field.isList && !field.isRequired
      let standard = field.isRequired ? "" : field.isList ? " = []" : " = nil"
      models.append(
        DetailFieldModel(
          name: name, type: base + (isOptional ? "?" : ""), argumentType: base + (isOptional ? "?" : "") + standard,
          doc: text.doc(doc, indentation: 4, path: place + ["doc"]),
          parameterDoc: text.parameterDoc(doc, of: field.swiftName, path: place + ["doc"]),
          key: SwiftLiteral.string(field.name),
          reading: field.isList ? "list" : field.isRequired ? "required" : "optional"))
    }
    if !models.isEmpty { models[models.count - 1].comma = "" }
    return models
  }
}

extension ProviderDescriptor.Detail {
  /// The fields in the descriptor, followed by the common ones that it doesn't list.
  var allFields: [ProviderDescriptor.DetailField] {
    fields
      + ProviderDescriptor.commonDetailFields.filter { common in
        !fields.contains { $0.name == common.name || $0.swiftName == common.swiftName }
      }
  }
}

extension ProviderDescriptor.DetailField {
  var isList: Bool { kind == .set || kind == .list || kind == .objects }

  /// - Parameter container: The type that contains the field.
  func swiftType(in container: String) -> String {
    switch kind {
    case .string: "String"
    case .int: "Int"
    case .number: "Double"
    case .bool: "Bool"
    case .url: "URL"
    case .json: "JSONValue"
    case .list: "[String]"
    case .enum, .object: "\(container).\(typeName)"
    case .set, .objects: "[\(container).\(typeName)]"
    }
  }

  /// Whether the field, or a field in it, is a `URL`, which is in Foundation.
  var needsFoundation: Bool { kind == .url || fields.contains(where: \.needsFoundation) }
}
