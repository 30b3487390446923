import AuthConfiguration

/// What a rule may look at: the typed descriptor, and the tree for the places of its keys.
struct CheckContext: Sendable {
  let descriptor: ProviderDescriptor
  let tree: LocatedNode
  /// The tree before `authorize.omit` was applied.
  let declared: LocatedNode
  /// The descriptor's own file, not a family's.
  let file: String
  /// The descriptor is a part of its file.
  let isVariant: Bool
  /// The day on which the age of facts is judged, as 2026-09-01.
  let today: String
  /// What each file of the descriptor says about its own facts, by the file's name.
  var provenance: [String: LocatedNode] = [:]
  /// The environment that is looked at, if it is not the provider itself.
  var environment: EnvironmentOverlay?
  /// The same of every environment.
  var environments: [CheckContext] = []
  /// The values of the tree whose strings have a use.
  let usedValues: [UsedValue]

  init(
    descriptor: ProviderDescriptor, tree: LocatedNode, declared: LocatedNode, file: String, isVariant: Bool,
    today: String,
    provenance: [String: LocatedNode] = [:], environment: EnvironmentOverlay? = nil
  ) {
    (self.descriptor, self.tree, self.declared, self.file) = (descriptor, tree, declared, file)
    (self.isVariant, self.today, self.provenance, self.environment) = (isVariant, today, provenance, environment)
    usedValues = UsedValue.all(in: tree)
  }

  /// Whether a key was written for what is looked at, and not for a family or for all environments.
  func isOwn(_ location: SourceLocation) -> Bool {
    environment.map { $0.places.contains(location) } ?? (location.file == file)
  }

  var configuration: ProviderConfiguration { descriptor.configuration }

  /// A finding at the place of a key.
  func finding(_ code: DiagnosticCode, _ message: String, at path: String..., note: String? = nil) -> Diagnostic {
    Diagnostic(code, message, at: tree.location(of: path), note: note)
  }
}
