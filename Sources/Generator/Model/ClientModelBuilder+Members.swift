import AuthConfiguration
import AuthDescriptor

extension ClientModelBuilder {
  mutating func claims() -> [FieldModel] {
    var models: [FieldModel] = []
    for claim in descriptor.claims.custom {
      let path = ["claims", "custom", claim.swiftName]
      let doc = claim.doc.map { "\($0.withoutFullStop) (claim `\(claim.claim)`)." } ?? "Claim `\(claim.claim)`."
      let place: [SwiftExpression.Argument] =
        switch claim.place {
        case .idToken, .userInfo: []
        case .accessToken: [.init(label: "in", value: .text(".accessToken"))]
        }
      models.append(
        field(
          claim.swiftName, claim.type, isOptional: claim.isOptional, doc, key: claim.claim, of: "claims", place, path))
    }
    return models
  }

  /// The typed fields of a token response or of a callback.
  mutating func fields(_ fields: [Descriptor.TypedField], at place: [String]) -> [FieldModel] {
    var models: [FieldModel] = []
    for field in fields {
      let doc = field.doc ?? "The field `\(field.key)`."
      models.append(
        self.field(
          field.swiftName, field.type, isOptional: field.isOptional, doc, key: field.key, of: "fields", [],
          place + [field.key]))
    }
    return models
  }

  private mutating func field(
    _ name: String, _ type: Descriptor.ValueType, isOptional: Bool, _ doc: String, key: String, of source: String,
    _ more: [SwiftExpression.Argument], _ path: [String]
  ) -> FieldModel {
    let key = SwiftExpression.Argument(label: "", value: .text(SwiftLiteral.string(key)))
    let call = SwiftExpression.call("try \(source).\(isOptional ? "optional" : "required")", [key] + more)
    return FieldModel(
      name: text.identifier(name, path: path),
      type: type.swiftName + (isOptional ? "?" : ""),
      doc: text.doc(doc, indentation: 4, path: path + ["doc"]),
      value: call.formatted(column: "      self.\(name) = ".count, indentation: 6))
  }

  mutating func tokenSets() -> [CaseModel] {
    let sets = descriptor.configuration.token.response.sets
    let docs = sets.map { text.source.text(at: ["token", "response", "tokens", $0.name, "doc"]) }
    return cases(
      zip(sets, docs).map { set, doc in
        (set.name, SwiftName.lowerCamel(set.name), doc ?? "Tokens of `\(set.name)`.")
      }, indentation: 4, ["token", "response", "tokens"])
  }

  mutating func errors() -> [CaseModel] {
    cases(descriptor.errors.map { ($0.code, $0.caseName, $0.summary) }, indentation: 4, ["errors"])
  }

  mutating func scopes() -> [CaseModel] {
    let indentation = descriptor.scopes.isOpen ? 2 : 4
    let scopes = descriptor.scopes.values.map { ($0.name, $0.caseName, $0.doc ?? "The scope `\($0.name)`.") }
    return cases(scopes, indentation: indentation, ["scopes", "values"])
  }

  mutating func scopeGroups() -> [EnumerationModel] {
    var models: [EnumerationModel] = []
    for group in descriptor.scopeGroups {
      let path = ["scopes", "groups", group.name]
      let words = group.values.map { ($0.name, $0.caseName, $0.doc ?? "The scope `\($0.name)`.") }
      models.append(
        EnumerationModel(
          type: text.identifier(group.typeName, path: path),
          doc: text.doc(group.doc ?? "Scopes of `\(group.name)`.", indentation: 2, path: path + ["doc"]),
          isOpen: group.isOpen, cases: cases(words, indentation: 4, path + ["values"])))
    }
    return models
  }

  var defaultScopes: String {
    let names = descriptor.configuration.scopes?.defaults ?? []
    let values = descriptor.scopes.values
    return "["
      + names.map { name in values.first { $0.name == name }.map { ".\($0.caseName)" } ?? SwiftLiteral.string(name) }
      .joined(separator: ", ")
      + "]"
  }

  mutating func flags() -> [FlagModel] {
    var models: [FlagModel] = []
    for flag in descriptor.flags where descriptor.canEndSession {
      let path = ["logout", "flags", flag.name]
      models.append(
        FlagModel(
          name: text.identifier(flag.swiftName, path: path),
          key: SwiftLiteral.string(flag.name),
          doc: text.parameterDoc(flag.doc ?? "Sends `\(flag.name)`.", of: flag.swiftName, path: path + ["doc"])))
    }
    return models
  }

  /// The enumerations of the parameters, then those of the variables.
  mutating func enumerations() -> [EnumerationModel] {
    var models = functionEnumerations()
    for parameter in descriptor.parameters where parameter.isClosed && !parameter.isConstant {
      let path = ["authorize", "parameters", parameter.name]
      let doc = parameter.doc ?? "Values of `\(parameter.name)`."
      models.append(enumeration(parameter.typeName, doc, parameter.values, path: path, words: "values"))
    }
    for variable in descriptor.variables where variable.isClosed && !variable.rule.source.isFromOutside {
      let path = ["variables", variable.name]
      let doc = variable.doc ?? "Values of `\(variable.name)`."
      models.append(enumeration(variable.typeName, doc, variable.values, path: path, words: "values"))
    }
    return models
  }

  mutating func enumeration(
    _ type: String, _ doc: String, _ values: [Descriptor.NamedValue], path: [String], words key: String,
    indentation: Int = 2
  ) -> EnumerationModel {
    let words = values.map { ($0.rawValue, $0.caseName, $0.doc ?? "Sent as `\($0.rawValue)`.") }
    return EnumerationModel(
      type: text.identifier(type, path: path), doc: text.doc(doc, indentation: indentation, path: path + ["doc"]),
      isOpen: false, cases: cases(words, indentation: indentation + 2, path + [key]))
  }

  private static func accessor(_ name: String, _ key: String, access: AccessLevel, indentation: Int) -> String {
    let start = indentation + access.prefix.count + "static var \(name): Self { ".width
    if ExpressionLayout.fits(key, column: start) { return "{ \(key) }" }
    let margin = String(repeating: " ", count: indentation)
    return "{\n\(margin)  \(key)\n\(margin)}"
  }

  mutating func cases(
    _ words: [(word: String, name: String, doc: String)], indentation: Int, _ path: [String]
  ) -> [CaseModel] {
    var models: [CaseModel] = []
    for (word, name, doc) in words {
      let key = SwiftLiteral.string(word)
      let declared = text.member(name, path: path + [word])
      let accessor = Self.accessor(declared, key, access: access, indentation: indentation)
      models.append(
        CaseModel(
          name: declared,
          doc: text.doc(doc, indentation: indentation, path: path + [word, "doc"]),
          assignment: name == word ? "" : " = " + key, key: key, accessor: accessor))
    }
    return models
  }
}

extension String {
  /// The sentence without its period, so that it can be continued.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
