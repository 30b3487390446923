import AuthConfiguration

/// The rules for authorization details (RFC 9396 §2).
enum DetailChecks {
  /// A detail that a server grants is recognized by its type.
  @Sendable static func types(_ context: CheckContext) -> [Diagnostic] {
    var owners: [String: String] = [:]
    return context.descriptor.details.compactMap { detail in
      let path = ["authorize", "details", detail.swiftName]
      guard let owner = owners.updateValue(detail.swiftName, forKey: detail.type) else { return nil }
      let message = "'\(owner)' and '\(detail.swiftName)' both have the type '\(detail.type)'"
      return Diagnostic(.names.nameConflict, message, at: context.tree.location(of: path))
    }
  }

  /// `enum` and `set` must have values, objects must have fields, and other types must not.
  @Sendable static func fields(_ context: CheckContext) -> [Diagnostic] {
    DetailFieldPlace.all(in: context.descriptor).flatMap { place -> [Diagnostic] in
      let (field, location) = (place.field, context.tree.location(of: place.path))
      var findings: [Diagnostic] = []
      if place.isTopLevel, field.name == "type" {
        let message = "'type' is part of the protocol; set it with 'type' next to 'fields'"
        findings.append(Diagnostic(.names.protocolParameter, message, at: location))
      }
      for (key, isUsed, isEmpty) in [
        ("values", field.isClosed, field.values.isEmpty), ("fields", field.isObject, field.fields.isEmpty),
      ] {
        if isUsed, isEmpty {
          let message = "'\(field.name)' is of type \(field.kind.rawValue), which requires '\(key)'"
          findings.append(Diagnostic(.values.emptyValues, message, at: location))
        } else if !isUsed, !isEmpty {
          let message = "'\(field.name)' is of type \(field.kind.rawValue), which doesn't use '\(key)'"
          findings.append(
            Diagnostic(.values.valuesWithoutEnum, message, at: context.tree.location(of: place.path + [key])))
        }
      }
      return findings
    }
  }

  /// A field's own type must not hide a type that generated code uses.
  @Sendable static func typeNames(_ context: CheckContext) -> [Diagnostic] {
    let taken = ReservedNames.types.union([context.descriptor.swiftType])
    return DetailFieldPlace.all(in: context.descriptor).compactMap { place in
      let field = place.field
      guard field.isClosed || field.isObject, taken.contains(field.typeName) else { return nil }
      let message = "'\(field.name)' would become the type '\(field.typeName)', which already exists"
      let location = context.tree.location(of: place.path)
      return Diagnostic(.names.nameConflict, message, at: location, note: "set another name with 'case:'")
    }
  }

  /// A case `none` of an optional enumeration would be mistaken for `Optional.none`.
  @Sendable static func optionalNone(_ context: CheckContext) -> [Diagnostic] {
    DetailFieldPlace.all(in: context.descriptor).filter { $0.field.kind == .enum }.flatMap { place in
      place.field.values.filter { $0.caseName == "none" }.map { value in
        let message = "a case 'none' would be mistaken for a missing value"
        let location = context.tree.location(of: place.path + ["values", value.rawValue])
        return Diagnostic(.names.optionalNoneCase, message, at: location, note: "set another name with 'case:'")
      }
    }
  }
}

/// A field of an authorization detail, at any depth.
struct DetailFieldPlace {
  var field: ProviderDescriptor.DetailField
  var path: [String]
  var isTopLevel: Bool

  static func all(in descriptor: ProviderDescriptor) -> [DetailFieldPlace] {
    descriptor.details.flatMap { detail in
      places(detail.fields, below: ["authorize", "details", detail.swiftName], isTopLevel: true)
    }
  }

  private static func places(
    _ fields: [ProviderDescriptor.DetailField], below path: [String], isTopLevel: Bool
  ) -> [DetailFieldPlace] {
    fields.flatMap { field in
      let place = DetailFieldPlace(field: field, path: path + ["fields", field.name], isTopLevel: isTopLevel)
      return [place] + places(field.fields, below: place.path, isTopLevel: false)
    }
  }
}

extension NamedDeclaration {
  /// The names of details, of their fields, of the types in them, and of the values of enumerations.
  static func details(of descriptor: ProviderDescriptor) -> [Scope] {
    let cases = Scope(
      name: "Detail", declarations: named(descriptor.details, \.swiftName, ["authorize", "details"], \.swiftName),
      reserved: ReservedNames.detailCases, advice: "use another key, because a detail's key is its Swift name")
    return [cases]
      + descriptor.details.flatMap { detail in
        fields(detail.fields, in: detail.typeName, below: ["authorize", "details", detail.swiftName])
      }
  }

  private static func fields(
    _ fields: [ProviderDescriptor.DetailField], in type: String, below path: [String]
  ) -> [Scope] {
    let path = path + ["fields"]
    let properties = Scope(
      name: type, declarations: named(fields, \.swiftName, path, \.name), reserved: ReservedNames.detailFields)
    return [properties]
      + fields.flatMap { field -> [Scope] in
        let values = Scope(
          name: field.typeName,
          declarations: named(field.values, \.caseName, path + [field.name, "values"], \.rawValue),
          reserved: ReservedNames.cases)
        return (field.isClosed ? [values] : [])
          + (field.isObject ? Self.fields(field.fields, in: field.typeName, below: path + [field.name]) : [])
      }
  }
}

extension ProviderDescriptor.Detail {
  /// The name of the detail's type.
  public var typeName: String { SwiftName.upperCamel(swiftName) + "Detail" }
}

extension ProviderDescriptor.DetailField {
  /// The name of the field's own type, in the type that contains the field.
  public var typeName: String { SwiftName.type(for: name, named: swiftName) }
}
