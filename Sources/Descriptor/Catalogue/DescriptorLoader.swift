import Foundation

/// Reads, resolves and validates descriptors: the one way from YAML to a ``ProviderDescriptor``.
///
/// ```swift
/// let loaded = try DescriptorLoader().load("auth0")          // from the catalogue
/// let own = try DescriptorLoader().load("Auth/acme.yaml")    // from a file
/// ```
public struct DescriptorLoader: Sendable {
  private let sources: DescriptorSources
  private let today: @Sendable () -> String

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - catalogue: What `extends` and ids refer to.
  ///   - readFile: The bytes of a file, all or the first 262,145 of them, or `nil` when it cannot be read.
  ///   - today: The day against which the age of facts is judged, as 2026-09-01.
  public init(
    catalogue: Catalogue = .builtIn,
    readFile: @escaping @Sendable (String) -> Data? = DescriptorLoader.contents,
    today: @escaping @Sendable () -> String = DescriptorLoader.currentDay
  ) {
    self.today = today
    sources = DescriptorSources(catalogue: catalogue, reader: YAMLReader(), readFile: readFile)
  }

  /// The beginning of a file: enough to see that it is too large, however large it is.
  @Sendable public static func contents(ofFile path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return try? handle.read(upToCount: YAMLReader.defaultSizeLimit + 1) ?? Data()
  }

  /// Today in UTC.
  @Sendable public static func currentDay() -> String {
    String(Date().formatted(.iso8601.year().month().day()).prefix(10))
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
    let merged = try PinnedDiscovery(sources: sources).apply(
      to: ExtendsResolver(sources: sources).resolve(source), of: source)
    var loaded = try validated(merged, own: source.tree, source: source)
    for variant in source.tree["variants"]?.entries ?? [] {
      let own = source.variant(variant)
      let tree = try ExtendsResolver(sources: sources).resolve(own)
      loaded.variants.append(try validated(tree, own: own.tree, source: own))
    }
    return loaded
  }

  private func validated(
    _ merged: LocatedNode, own: LocatedNode, source: DescriptorSources.Source
  ) throws(DiagnosticsError) -> LoadedDescriptor {
    try (source.warnings + CompletenessRules.check(merged, own: own)).throwErrors()
    let omitted = ParameterOmission.apply(to: merged)
    let draft = DescriptorBuilder(tree: omitted.tree).build()
    let context = RuleContext(
      descriptor: draft, tree: omitted.tree, declared: merged, file: source.name, isVariant: source.isVariant,
      today: today())
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
