import AuthConfiguration

/// Makes the typed descriptor of a merged tree whose shape was checked.
struct DescriptorBuilder {
  typealias Descriptor = ProviderDescriptor

  let tree: LocatedNode
  var environments: [EnvironmentOverlay] = []

  func build() -> ProviderDescriptor {
    let id = tree["id"]?.text ?? ""
    let name = tree["name"]?.text ?? id
    let configuration = ConfigurationBuilder(tree: tree).build(id: id, name: name)
    return ProviderDescriptor(
      id: id,
      name: name,
      swiftType: tree["swift"]?["type"]?.text ?? SwiftName.upperCamel(id),
      configuration: configuration,
      environments: environments.map { environment($0, id: id, name: name) },
      variables: variables(configuration),
      settings: settings(configuration),
      clientTypes: tree["client"]?["types"]?.texts?.compactMap(Descriptor.ClientType.init) ?? [.public],
      parameters: parameters(configuration),
      scopes: scopes(tree["scopes"], name: "", swiftName: "scopes"),
      scopeGroups: (tree["scopes"]?["groups"]?.entries ?? []).map { entry in
        scopes(
          entry.value, name: entry.key,
          swiftName: entry.value["case"]?.text ?? SwiftName.lowerCamel(entry.key) + "Scopes")
      },
      flags: (tree["logout"]?["flags"]?.entries ?? []).map {
        Descriptor.Flag(name: $0.key, swiftName: $0.swiftName, doc: $0.doc)
      },
      tokenFields: (tree["token"]?["response"]?["fields"]?.entries ?? []).map {
        typedField($0, swiftName: $0.key)
      },
      callbackFields: (tree["callback"]?["fields"]?.entries ?? []).map {
        typedField($0, swiftName: $0.swiftName)
      },
      claims: claims(),
      errors: errors(),
      flows: tree["flows"]?.texts?.compactMap(Descriptor.Flow.init) ?? [],
      allowsIntrospection: tree["introspection"]?.text != "none",
      hooks: tree["hooks"]?.texts?.compactMap(Descriptor.Hook.init) ?? [],
      docs: docs(),
      examples: examples(),
      provenance: provenance()
    )
  }

  /// Every environment is the whole descriptor with the environment's own keys laid over it.
  private func environment(_ overlay: EnvironmentOverlay, id: String, name: String) -> Descriptor.Environment {
    Descriptor.Environment(
      name: overlay.name, swiftName: overlay.entry.swiftName, doc: overlay.entry.doc,
      isDefault: overlay.entry.value["default"]?.flag ?? false,
      configuration: ConfigurationBuilder(tree: overlay.tree).build(id: id, name: name))
  }

  private func variables(_ configuration: ProviderConfiguration) -> [Descriptor.Variable] {
    zip(configuration.variables, tree["variables"]?.entries ?? []).map { rule, entry in
      Descriptor.Variable(
        name: entry.key, swiftName: entry.swiftName, rule: rule, values: words(entry.value["enum"]), doc: entry.doc)
    }
  }

  private func settings(_ configuration: ProviderConfiguration) -> [Descriptor.Setting] {
    zip(configuration.client.settings, tree["client"]?["settings"]?.entries ?? []).map { rule, entry in
      var kind = Descriptor.Setting.Kind.string
      entry.value.read("type", into: &kind)
      return Descriptor.Setting(
        name: entry.key, swiftName: entry.swiftName, kind: kind, isSecret: rule.isSecret, isOptional: rule.isOptional,
        example: entry.value["example"]?.text, doc: entry.doc)
    }
  }

  private func parameters(_ configuration: ProviderConfiguration) -> [Descriptor.Parameter] {
    zip(configuration.authorization.parameters, tree["authorize"]?["parameters"]?.entries ?? []).map { rule, entry in
      var kind = Descriptor.Parameter.Kind.string
      entry.value.read("type", into: &kind)
      return Descriptor.Parameter(
        name: entry.key, swiftName: entry.swiftName, kind: kind, values: words(entry.value["values"]),
        isConstant: rule.constant != nil, isRequired: rule.isRequired, requires: rule.requires,
        requests: rule.requests, doc: entry.doc)
    }
  }

  /// A list of words, or a map from a word to its doc or to `{case, doc}`.
  private func words(_ node: LocatedNode?) -> [Descriptor.Word] {
    let plain = (node?.list ?? []).compactMap(\.text).map { ($0, LocatedNode?.none) }
    let documented = (node?.entries ?? []).map { ($0.key, LocatedNode?.some($0.value)) }
    return (plain + documented).map { word, node in
      Descriptor.Word(
        word: word, caseName: node?["case"]?.text ?? SwiftName.lowerCamel(word), doc: node?.text ?? node?["doc"]?.text)
    }
  }

  private func scopes(_ node: LocatedNode?, name: String, swiftName: String) -> Descriptor.Scopes {
    let values = (node?["values"]?.entries ?? []).map { entry in
      Descriptor.Scopes.Scope(
        name: entry.key, caseName: entry.swiftName, doc: entry.doc,
        isRequired: entry.value["required"]?.flag ?? false)
    }
    return Descriptor.Scopes(
      name: name, swiftName: swiftName, isOpen: node?["open"]?.flag ?? true, values: values, doc: node?["doc"]?.text)
  }

  private func typedField(_ entry: LocatedNode.Entry, swiftName: String) -> Descriptor.TypedField {
    var type = Descriptor.ValueType.string
    entry.value.read("type", into: &type)
    return Descriptor.TypedField(
      key: entry.key, swiftName: swiftName, type: type, isOptional: entry.value["optional"]?.flag ?? false,
      doc: entry.doc)
  }
}
