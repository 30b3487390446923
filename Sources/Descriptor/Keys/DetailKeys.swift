import AuthConfiguration

extension ProviderConfiguration.AuthorizationRules.ResourceRule: DescribedEnumeration {}

extension ProviderConfiguration.AuthorizationRules.Detail: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("type", \.type, doc: "The value of `type` in requests. By default, the detail's key.")
    Row(
      "fields", \.required, .dictionary(field(depth: ProviderDescriptor.DetailField.maximumDepth)),
      doc: "The members of the detail, in addition to `type` and the common ones of RFC 9396 §2.2.", as: \.requiredWords
    )
    Row.forPeople
    Row { _, it in if it.type.isEmpty { it.type = it.name } }
  }

  /// Objects contain objects, up to a limit.
  private static func field(depth: Int) -> Shape {
    let objects = Key(
      "fields", depth > 1 ? .dictionary(field(depth: depth - 1)) : .unsupported,
      doc: "The members of an `object`, or of each of `objects`.")
    return .record(
      [
        Key(
          "type", .enumeration(of: ProviderDescriptor.DetailField.Kind.self), required: true,
          doc: "The type of the value."),
        Key("values", .namedWords, doc: "The allowed values of an `enum` or a `set`."),
        Key("required", .flag, doc: "Whether the app must supply a value."), objects,
      ] + Row<Self>.naming.flatMap(\.keys))
  }
}

extension ProviderDescriptor.DetailField.Kind: DescribedEnumeration {}

extension ProviderDescriptor {
  /// Reads the types of authorization details.
  static func details(_ configuration: ProviderConfiguration, _ entries: [LocatedNode.Entry]) -> [Detail] {
    zip(configuration.authorization.details, entries).map { rule, entry in
      Detail(
        swiftName: entry.key, type: rule.type, fields: detailFields(entry.value["fields"], depth: 1), doc: entry.doc)
    }
  }

  private static func detailFields(_ node: LocatedNode?, depth: Int) -> [DetailField] {
    guard depth <= DetailField.maximumDepth else { return [] }
    return (node?.entries ?? []).map { entry in
      DetailField(
        name: entry.key, swiftName: entry.swiftName, kind: entry.value.value("type") ?? .string,
        values: entry.namedValues, isRequired: entry.value.value("required") ?? false,
        fields: detailFields(entry.value["fields"], depth: depth + 1), doc: entry.doc)
    }
  }
}
