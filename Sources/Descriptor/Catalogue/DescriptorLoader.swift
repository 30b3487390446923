import Foundation

/// Reads, resolves and validates descriptors: the one way from YAML to a ``ProviderDescriptor``.
///
/// ```swift
/// let loaded = try DescriptorLoader().load("auth0")          // from the catalogue
/// let own = try DescriptorLoader().load("Auth/acme.yaml")    // from a file
/// ```
public struct DescriptorLoader: Sendable {
  private let sources: DescriptorSources

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - catalogue: What `extends` and ids refer to.
  ///   - readFile: The bytes of a file, all or the first 262,145 of them, or `nil` when it cannot be read.
  public init(
    catalogue: Catalogue = .builtIn,
    readFile: @escaping @Sendable (String) -> Data? = DescriptorLoader.contents
  ) {
    sources = DescriptorSources(catalogue: catalogue, reader: YAMLReader(), readFile: readFile)
  }

  /// The beginning of a file: enough to see that it is too large, however large it is.
  @Sendable public static func contents(ofFile path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return try? handle.read(upToCount: YAMLReader.defaultSizeLimit + 1) ?? Data()
  }

  /// Loads a descriptor by a path (it has a separator or ends in `.yaml`) or by an id of the catalogue.
  ///
  /// - Throws: Everything that is wrong with it.
  public func load(_ reference: String) throws(DiagnosticsError) -> LoadedDescriptor {
    reference.isPath ? try load(path: reference) : try load(id: reference)
  }

  /// Loads a descriptor of the catalogue.
  public func load(id: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.builtIn(id, at: SourceLocation(file: id)))
  }

  /// Loads a descriptor from a file.
  public func load(path: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.userFile(path, at: SourceLocation(file: path)))
  }

  private func finish(_ source: DescriptorSources.Source) throws(DiagnosticsError) -> LoadedDescriptor {
    let merged = try ExtendsResolver(sources: sources).resolve(source)
    try (source.warnings + CompletenessRules.check(merged, own: source.tree)).throwErrors()
    let omitted = ParameterOmission.apply(to: merged)
    let draft = try DescriptorBuilder(tree: omitted.tree).build()
    let context = RuleContext(descriptor: draft, tree: omitted.tree, declared: merged, file: source.name)
    let findings = source.warnings + omitted.findings + Rules.all.flatMap { $0(context) }
    try findings.throwErrors()
    return LoadedDescriptor(descriptor: draft, file: source.name, warnings: findings.inReadingOrder(), tree: merged)
  }
}

/// A valid descriptor and where it comes from.
public struct LoadedDescriptor: Sendable {
  public let descriptor: ProviderDescriptor
  /// The file's path, or `catalogue:` and a path.
  public let file: String
  /// The last component of `file`.
  public var fileName: String { file.fileName }
  /// What is not wrong but probably not meant.
  public let warnings: [Diagnostic]
  let tree: LocatedNode

  /// Where a key stands, such as `["authorize", "parameters", "prompt"]`; the nearest key above it if it is not written.
  public func location(of path: [String]) -> SourceLocation {
    tree.location(of: path)
  }
}
