import AuthConfiguration

/// A valid descriptor with its file.
public struct LoadedDescriptor: Sendable {
  /// The provider, described by the file and its families.
  public let descriptor: ProviderDescriptor
  /// The file's path, or the prefix `catalog:` and a path.
  public let file: String
  /// The last component of `file`.
  public var fileName: String { file.fileName }
  /// The last component of `file` without its extension.
  public var fileStem: String { file.fileStem }
  /// Whether this is an app descriptor, `<name>.auth.yaml`.
  public var isOfApp: Bool { file.isAppDescriptor }
  /// The warnings: things that are valid but probably unintended.
  public let warnings: [Diagnostic]
  /// Variants of the provider, each with its own client.
  public internal(set) var variants: [LoadedDescriptor] = []
  let tree: LocatedNode

  init(descriptor: ProviderDescriptor, file: String, warnings: [Diagnostic], tree: LocatedNode) {
    self.descriptor = descriptor
    self.file = file
    self.warnings = warnings
    self.tree = tree
  }

  /// The assignments that turn a default configuration, `it`, into that of the provider.
  package var assignments: [SwiftAssignment] {
    let configuration = descriptor.configuration
    let standard = ProviderConfiguration(id: configuration.id, name: configuration.name)
    return configuration.assignments(from: standard, root: "it")
  }

  /// Returns the string value of a key.
  public func text(at path: [String]) -> String? {
    tree[path]?.text
  }

  /// Returns the strings in the list at a key.
  public func texts(at path: [String]) -> [String] {
    tree[path]?.list?.compactMap(\.text) ?? []
  }

  /// Returns the location of a key, such as `["authorize", "parameters", "prompt"]`, or the location of the nearest
  /// parent that exists.
  public func location(of path: [String]) -> SourceLocation {
    tree.location(of: path)
  }
}
