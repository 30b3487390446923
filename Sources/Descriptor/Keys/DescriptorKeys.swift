import AuthConfiguration

/// The keys of the descriptor language, version 1.
///
/// Each key is a ``Row``, and everything else about the language is derived from the rows.
enum DescriptorKeys {
  static let root: Shape = .record(rootKeys)

  /// The shape without the environments and the variants.
  static let client: Shape = .record(clientKeys)

  static let rootNames = ProviderDescriptor.table.keys.map(\.name)

  private static let rootKeys = ProviderDescriptor.table.keys.map { $0.name == "server" ? $0.required : $0 }

  private static let clientKeys = ProviderDescriptor.table.keys.filter { key in
    !ProviderDescriptor.others.contains { $0.keys[0].name == key.name }
  }
}

extension ProviderDescriptor: Described {
  static var standard: Self { Self() }

  static let table = KeyTable<Self> {
    Row("schema", .integer(1...1), required: true, doc: "The version of the language: 1.")
    Row("id", \.id, required: true, doc: "The file's name without `.yaml`: lowercase letters, digits, and hyphens.")
    Row("name", \.name, required: true, doc: "The display name.")
    swiftRow
    Row(
      "extends", .text,
      doc: "A family, a descriptor of the catalog, or a path. Keys that are missing here are inherited from it.")
    Row("abstract", .flag, doc: "Whether this is a family. No client is generated for a family.")
    overlay
    others
    Row { tree, it in it.combine(tree) }
  }

  /// The keys whose maps describe other clients. Each map is merged with the other keys and then checked by itself.
  fileprivate static let others = KeyTable<Self>.list {
    Row("environments", .dictionary(environment), doc: "Other environments of the provider, such as a sandbox.")
    Row(
      "variants", .dictionary(variant),
      doc: "Variants of the provider, each with its own client. They aren't inherited through `extends`.")
  }

  private static let swiftRow = Row<Self>("swift", doc: "The names in generated code.") {
    Row("type", \.swiftType, doc: "The name of the generated type.")
    Row("module", .unsupported)
  }

  /// The keys that both a descriptor and its variants may contain.
  private static let overlay = KeyTable<Self>.list {
    Row(
      "profile", \.profile,
      doc:
        "The security profile that every client meets. It sets other keys, and a key that contradicts it is an error.")
    ProviderConfiguration.facts.map { $0.lifted(to: \.configuration) }
    Row(
      "user", \.identifiesUser, .enumeration(["identified", "none"]),
      doc: "Whether the provider identifies the user; with `none`, the client only calls an API.",
      as: { $0.text != "none" })
    Row("claims", \.claims, doc: "The claims about the user.")
    ProviderConfiguration.errorsRow.lifted(to: \.configuration)
    Row("flows", \.flows, doc: "The grants to generate.")
    Row(
      "introspection", \.allowsIntrospection, .enumeration(["rfc7662", "none"]),
      doc: "Whether clients with a secret may use the introspection endpoint, if there is one.",
      as: { $0.text != "none" })
    ProviderConfiguration.derivedRow.lifted(to: \.configuration)
    Row("hooks", \.hooks, doc: "Protocols that the app implements for behavior that YAML can't describe.")
    Row("docs", \.docs, doc: "The information that tutorials need.")
    Row("examples", \.examples, doc: "Documented or made-up responses. Tests are generated from them.")
      .informational
    Row("provenance", \.provenance, doc: "The sources of the descriptor.").informational
  }

  private static let environment = Shape.record(keysOfEnvironments + ProviderConfiguration.facts.flatMap(\.keys))

  /// The keys that only an environment has.
  static let keysOfEnvironments =
    [Key("default", .flag, doc: "Whether this is the default environment.")]
    + Row<Self>.naming.flatMap(\.keys)

  private static let variant = Shape.record(
    [Key("name", .text, doc: "The display name.")] + swiftRow.keys
      + [
        Key("extends", .text, doc: "The family or descriptor that the variant extends. By default, its provider.")
      ] + overlay.flatMap(\.keys))
}

extension ProviderDescriptor.Flow: DescribedEnumeration {}

extension SecurityProfile: DescribedEnumeration {}
extension ProviderDescriptor.Hook: DescribedEnumeration {}
extension ProviderDescriptor.ClientType: DescribedEnumeration {}
extension ProviderDescriptor.Setting.Kind: DescribedEnumeration {}
extension ProviderDescriptor.Parameter.Kind: DescribedEnumeration {}
