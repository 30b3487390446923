import AuthConfiguration

/// The keys of the descriptor language, version 1.
///
/// Each key is a ``Row``, and everything else about the language is derived from the rows.
enum DescriptorKeys {
  static let root: Shape = .record(ProviderDescriptor.table.keys.map { $0.name == "server" ? $0.required : $0 })

  /// The shape without the environments and the variants.
  static let client: Shape = .record(
    ProviderDescriptor.table.keys.filter { key in
      !ProviderDescriptor.others.contains { $0.keys[0].name == key.name }
    })

  static let rootNames = ProviderDescriptor.table.keys.map(\.name)
}

extension ProviderDescriptor: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("schema", .integer(1...1), required: true, doc: "Version of the language: 1.")
    Row("id", \.id, required: true, doc: "The file's name without `.yaml`: small letters, digits and hyphens.")
    Row("name", \.name, required: true, doc: "The name to show to people.")
    swiftRow
    Row(
      "extends", .text,
      doc: "A family, a descriptor of the catalog, or a path; what is not said here comes from it.")
    Row("abstract", .flag, doc: "A family: no client is made of it.")
    overlay
    others
    Row { tree, it in it.combine(tree) }
  }

  /// The keys whose maps describe other clients. Each map is merged with the other keys and then checked by itself.
  fileprivate static let others = KeyTable<Self>.list {
    Row("environments", .dictionary(environment), doc: "Other places where the provider runs, such as a sandbox.")
    Row(
      "variants", .dictionary(variant),
      doc: "Other faces of the provider, each with a client of its own; `extends` passes none on.")
  }

  private static let swiftRow = Row<Self>("swift", doc: "How generated code is called.") {
    Row("type", \.swiftType, doc: "Name of the generated type.")
    Row("module", .later)
  }

  /// The keys that both a descriptor and its variants may contain.
  private static let overlay = KeyTable<Self>.list {
    ProviderConfiguration.facts.map { $0.lifted(to: \.configuration) }
    Row("claims", \.claims, doc: "What is known about the user.")
    ProviderConfiguration.errorsRow.lifted(to: \.configuration)
    Row("flows", \.flows, doc: "The grants to generate.")
    Row(
      "introspection", \.allowsIntrospection, .word(["rfc7662", "none"]),
      doc: "Whether the provider tells clients with a secret what it knows about a token, where it has the endpoint.",
      as: { $0.text != "none" })
    ProviderConfiguration.derivedRow.lifted(to: \.configuration)
    Row("hooks", \.hooks, doc: "What YAML cannot say: protocols that the app implements.")
    Row("docs", \.docs, doc: "What a tutorial needs to know.")
    Row("examples", \.examples, doc: "Bodies as the provider sends them; tests are made of them.")
    Row("provenance", \.provenance, doc: "Where the facts come from.")
  }

  private static let environment = Shape.record(keysOfEnvironments + ProviderConfiguration.facts.flatMap(\.keys))

  /// The keys that only an environment has.
  static let keysOfEnvironments =
    [Key("default", .flag, doc: "The environment that is meant when none is named.")]
    + Row<Self>.naming.flatMap(\.keys)

  private static let variant = Shape.record(
    [Key("name", .text, doc: "The name to show to people.")] + swiftRow.keys
      + [
        Key("extends", .text, doc: "Begins anew from a family or descriptor; else the variant lies over its provider.")
      ] + overlay.flatMap(\.keys))
}

extension ProviderDescriptor.Flow: DescribedEnumeration {
  static let later = ["token_exchange", "jwt_bearer"]
}

extension ProviderDescriptor.Hook: DescribedEnumeration {}
extension ProviderDescriptor.ClientType: DescribedEnumeration {}
extension ProviderDescriptor.Setting.Kind: DescribedEnumeration {}
extension ProviderDescriptor.Parameter.Kind: DescribedEnumeration {}
