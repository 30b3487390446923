import AuthConfiguration

extension ProviderConfiguration.ScopeRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("delimiter", \.delimiter, .characters, doc: "The delimiter between two scopes.")
    Row(
      "default", \.defaults,
      doc: "The scopes to request if the app doesn't specify any. A scope can be a template, such as `{client_id}`.",
      uses: [.template(.app)])
    Row.isOpen
    Row(
      "values", \.required, .dictionary(scope), doc: "The scopes that get a name in Swift.", uses: [.declaredNames],
      as: \.requiredWords)
    Row("parameter", \.parameter, doc: "The parameter that contains the scopes.", uses: [.parameterName])
    Row("omit", .list(.text), doc: "Scopes of a family that the provider doesn't support.")
    Row(
      "groups", \.groups, doc: "Groups of scopes that are sent in a separate parameter.", uses: [.declaredNames])
    Row(\.offline)
    Row { node, it in
      // A group without a delimiter uses the delimiter of the other scopes.
      for (index, entry) in (node["groups"]?.entries ?? []).enumerated() where entry.value["delimiter"] == nil {
        it.groups[index].delimiter = it.delimiter
      }
    }
  }

  private static let scope = Shape.record(
    Row<Self>.naming.flatMap(\.keys) + [Key("required", .flag, doc: "Whether every request includes the scope.")])
}

extension ProviderConfiguration.ScopeRules.Group: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("delimiter", \.delimiter, .characters, doc: "The delimiter between two scopes.")
    Row("default", \.defaults, doc: "The scopes to request if the app doesn't specify any.")
    Row.isOpen
    Row("values", .dictionary(.named), doc: "The scopes that get a name in Swift.", uses: [.generatedType])
    Row(
      "parameter", \.parameter, required: true, doc: "The parameter that contains the scopes.", uses: [.parameterName])
    Row.naming
  }
}

extension Row {
  fileprivate static var isOpen: Row {
    Row("open", .flag, doc: "Whether an app may also request scopes that aren't listed.", uses: [.generatedType])
  }
}
