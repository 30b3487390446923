/// Creates the typed descriptor from a merged tree with a valid shape.
struct DescriptorBuilder {
  let tree: LocatedNode
  var environments: [EnvironmentOverlay] = []

  func build() -> ProviderDescriptor {
    var descriptor = ProviderDescriptor.read(tree)
    descriptor.environments = environments.map { overlay in
      // The configuration of an environment is the whole descriptor merged with the environment's own keys.
      ProviderDescriptor.Environment(
        name: overlay.name, swiftName: overlay.entry.swiftName, doc: overlay.entry.doc,
        isDefault: overlay.entry.value.value("default") ?? false,
        configuration: ProviderDescriptor.read(overlay.tree).configuration)
    }
    return descriptor
  }
}

extension ProviderDescriptor {
  fileprivate static func read(_ tree: LocatedNode) -> Self {
    var descriptor = Self()
    table.read(tree, into: &descriptor)
    return descriptor
  }
}
