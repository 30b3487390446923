/// A valid descriptor and where it comes from.
public struct LoadedDescriptor: Sendable {
  /// The provider, as the file and its families say together.
  public let descriptor: ProviderDescriptor
  /// The file's path, or `catalog:` and a path.
  public let file: String
  /// The last component of `file`.
  public var fileName: String { file.fileName }
  /// The last component of `file` without its ending.
  public var fileStem: String { file.fileStem }
  /// Whether it stands beside an app's code, as `<name>.auth.yaml`.
  public var isOfApp: Bool { file.isAppDescriptor }
  /// What is not wrong but probably not meant.
  public let warnings: [Diagnostic]
  /// Other faces of the provider, each with a client of its own.
  public internal(set) var variants: [LoadedDescriptor] = []
  let tree: LocatedNode

  init(descriptor: ProviderDescriptor, file: String, warnings: [Diagnostic], tree: LocatedNode) {
    self.descriptor = descriptor
    self.file = file
    self.warnings = warnings
    self.tree = tree
  }

  /// What a key says as text.
  public func text(at path: [String]) -> String? {
    tree[path]?.text
  }

  /// Where a key stands, such as `["authorize", "parameters", "prompt"]`; the nearest key above it if it is not written.
  public func location(of path: [String]) -> SourceLocation {
    tree.location(of: path)
  }
}
