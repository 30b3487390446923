import AuthConfiguration

/// The input of a rule: the typed descriptor, and the tree for the locations of its keys.
struct CheckContext: Sendable {
  let descriptor: ProviderDescriptor
  let tree: LocatedNode
  /// The tree before `authorize.omit` is applied.
  let declared: LocatedNode
  /// The file of the descriptor itself, not of a family.
  let file: String
  /// Whether the descriptor is a variant, which is only a part of its file.
  let isVariant: Bool
  /// The current date, such as 2026-09-01, which determines the age of the sources.
  let today: String
  /// The provenance of each file of the descriptor, by file name.
  var provenance: [String: LocatedNode] = [:]
  /// The environment that is checked, if it isn't the provider itself.
  var environment: EnvironmentOverlay?
  /// The contexts of all environments.
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

  /// Whether a key belongs to the checked descriptor or environment itself, and not to a family or to all environments.
  func isOwn(_ location: SourceLocation) -> Bool {
    environment.map { $0.places.contains(location) } ?? (location.file == file)
  }

  var configuration: ProviderConfiguration { descriptor.configuration }

  /// Returns a finding at the location of a key.
  func finding(_ code: DiagnosticCode, _ message: String, at path: String..., note: String? = nil) -> Diagnostic {
    Diagnostic(code, message, at: tree.location(of: path), note: note)
  }
}
