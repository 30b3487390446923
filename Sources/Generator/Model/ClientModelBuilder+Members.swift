import AuthDescriptor

extension ClientModelBuilder {
  mutating func claims() -> [ClaimModel] {
    var models: [ClaimModel] = []
    for claim in descriptor.claims.custom {
      let path = ["claims", "custom", claim.swiftName]
      let key = text.literal(claim.claim, path[0], path[1], path[2], "claim")
      let doc = claim.doc.map { "\($0.withoutFullStop) (claim `\(claim.claim)`)." } ?? "Claim `\(claim.claim)`."
      models.append(
        ClaimModel(
          name: text.identifier(claim.swiftName, path[0], path[1], path[2]),
          key: key,
          type: claim.type.swiftName + (claim.isOptional ? "?" : ""),
          accessor: claim.isOptional ? "optional" : "required",
          doc: text.doc(doc, indentation: 4, path[0], path[1], path[2], "doc"),
          isLong: !ExpressionLayout.fits("self.\(claim.swiftName) = try claims.optional(\(key))", column: 6)
        ))
    }
    return models
  }

  mutating func errors() -> [CaseModel] {
    var models: [CaseModel] = []
    for error in descriptor.errors {
      models.append(
        CaseModel(
          name: text.identifier(error.caseName, "errors", error.code),
          doc: text.doc(error.summary, indentation: 4, "errors", error.code, "doc"),
          assignment: error.caseName == error.code ? "" : " = " + text.literal(error.code, "errors", error.code)
        ))
    }
    return models
  }

  mutating func scopes() -> [ScopeModel] {
    var models: [ScopeModel] = []
    for scope in descriptor.scopes.values {
      let key = text.literal(scope.name, "scopes", "values", scope.name)
      models.append(
        ScopeModel(
          name: text.identifier(scope.caseName, "scopes", "values", scope.name),
          key: key,
          doc: text.doc(
            scope.doc ?? "The scope `\(scope.name)`.", indentation: 2, "scopes", "values", scope.name, "doc"),
          isLong: !ExpressionLayout.fits("public static var \(scope.caseName): Self { \(key) }", column: 2)
        ))
    }
    return models
  }

  mutating func flags() -> [FlagModel] {
    var models: [FlagModel] = []
    for flag in descriptor.logout.flags where descriptor.canEndSession {
      models.append(
        FlagModel(
          name: text.identifier(flag.swiftName, "logout", "flags", flag.name),
          key: text.literal(flag.name, "logout", "flags", flag.name),
          doc: text.parameterDoc(
            flag.doc ?? "Sends `\(flag.name)`.", of: flag.swiftName, "logout", "flags", flag.name, "doc")
        ))
    }
    return models
  }
}

extension ProviderDescriptor.Parameter {
  var isClosed: Bool { kind == .enum || kind == .set }

  /// Name of the parameter's enumeration.
  var typeName: String { SwiftName.upperCamel(name) }

  /// The type of the argument; an empty list is a missing value.
  func swiftType(in provider: String) -> String {
    switch kind {
    case .string: "String?"
    case .bool: "Bool?"
    case .int: "Int?"
    case .seconds: "Duration?"
    case .url: "URL?"
    case .enum: "\(provider).\(typeName)?"
    case .set: "[\(provider).\(typeName)]"
    case .list, .locales: "[String]"
    }
  }

  /// The doc, and which other parameters of `provider` this one needs.
  func fullDoc(in provider: ProviderDescriptor) -> String {
    let base = doc ?? "Sent as `\(name)`."
    let needed = provider.parameters.filter { requires.contains($0.name) }.map { "`\($0.swiftName)`" }
    return needed.isEmpty ? base : "\(base) Needs \(needed.joined(separator: " and ")) too."
  }
}

extension ProviderDescriptor.Claims.Group {
  /// The runtime's protocol with the group's members.
  var protocolName: String {
    switch self {
    case .profile: "ProfileClaims"
    case .email: "EmailClaims"
    }
  }
}

extension ProviderDescriptor.Claims.Custom.ClaimType {
  var swiftName: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .number: "Double"
    case .bool: "Bool"
    case .date: "Date"
    case .strings: "[String]"
    }
  }
}

extension String {
  /// So that more can be said in the same sentence.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
