import AuthConfiguration

extension ProviderConfiguration.DPoPRules: ConfigurationPart {
  static let shape = Shape.either([Use.shape, .record(table.keys)])

  static let table = KeyTable<Self> {
    Row("use", \.use, doc: "Whether the client binds its tokens to a key.")
    Row(
      "algorithms", \.algorithms, .list(algorithm),
      doc: "The algorithms of the keys, in order of preference. The server's metadata can exclude some of them.")
  }

  private static let algorithm = Shape.enumeration(SignatureAlgorithm.ofSessionKeys.map(\.rawValue))

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var rules = standard ?? Self()
    if let use = node.text.flatMap(Use.init) { rules.use = use }
    table.read(node, into: &rules)
    return rules
  }
}

extension ProviderConfiguration.DPoPRules.Use: DescribedEnumeration {}
