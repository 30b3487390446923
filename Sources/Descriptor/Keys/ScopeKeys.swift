import AuthConfiguration

extension ProviderConfiguration.ScopeRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("delimiter", \.delimiter, .characters, doc: "Between two scopes.")
    Row("default", \.defaults, doc: "Asked for when the app names none.")
    Row.isOpen
    Row("values", \.required, .dictionary(scope), doc: "The scopes that get a name.") { node in
      node.entries?.filter { $0.value["required"]?.flag == true }.map(\.key)
    }
    Row("parameter", \.parameter, doc: "The parameter that carries them.", uses: [.parameterName])
    Row("omit", .list(.text), doc: "Scopes of a family that the provider does not know.")
    Row("groups", \.groups, doc: "Scopes that travel in a parameter of their own.")
    Row(\.offline)
    Row { node, it in
      // A group without a delimiter uses that of the other scopes.
      for (index, entry) in (node["groups"]?.entries ?? []).enumerated() where entry.value["delimiter"] == nil {
        it.groups[index].delimiter = it.delimiter
      }
    }
  }

  private static let scope = Shape.record(
    Row<Self>.naming.flatMap(\.keys) + [Key("required", .flag, doc: "Added to every request.")])
}

extension ProviderConfiguration.ScopeRules.Group: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("delimiter", \.delimiter, .characters, doc: "Between two scopes.")
    Row("default", \.defaults, doc: "Asked for when the app names none.")
    Row.isOpen
    Row("values", .dictionary(.named), doc: "The scopes that get a name.")
    Row("parameter", \.parameter, required: true, doc: "The parameter that carries them.", uses: [.parameterName])
    Row.naming
  }
}

extension Row {
  fileprivate static var isOpen: Row { Row("open", .flag, doc: "Scopes that are not listed may be asked for too.") }
}
