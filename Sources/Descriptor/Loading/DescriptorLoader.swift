import Foundation

/// Reads, resolves and validates descriptors: the one way from YAML to a ``ProviderDescriptor``.
///
/// ```swift
/// let loaded = try DescriptorLoader().load("auth0")          // from the catalog
/// let own = try DescriptorLoader().load("Auth/acme.yaml")    // from a file
/// ```
///
/// A loader reads each file that others extend once: use one for all descriptors of a run, and a new one for the next.
public struct DescriptorLoader: Sendable {
  private let sources: DescriptorSources
  private let today: String

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - catalog: What `extends` and ids refer to.
  ///   - readFile: The bytes of a file, all or the first 262,145 of them, or `nil` when it cannot be read.
  ///   - today: The day against which the age of facts is judged, as 2026-09-01.
  public init(
    catalog: Catalog = .builtIn,
    readFile: @escaping @Sendable (String) -> Data? = DescriptorLoader.contents,
    today: @Sendable () -> String = DescriptorLoader.currentDay
  ) {
    // Once for all descriptors of a run: writing a date is slow.
    self.today = today()
    sources = DescriptorSources(catalog: catalog, reader: YAMLReader(), readFile: readFile)
  }

  /// The beginning of a regular file: enough to see that it is too large, however large it is.
  @Sendable public static func contents(ofFile path: String) -> Data? {
    DescriptorSources.contents(ofFile: path)
  }

  /// Today in UTC.
  @Sendable public static func currentDay() -> String {
    String(Date().formatted(.iso8601.year().month().day()).prefix(10))
  }

  /// Loads a descriptor by a path (it has a separator or ends in `.yaml`) or by an id of the catalog.
  ///
  /// - Throws: Everything that is wrong with it.
  public func load(_ reference: String) throws(DiagnosticsError) -> LoadedDescriptor {
    reference.isPath ? try load(path: reference) : try load(id: reference)
  }

  /// Loads a descriptor of the catalog.
  public func load(id: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.builtIn(id, at: SourceLocation(file: id)))
  }

  /// Loads a descriptor from a file.
  public func load(path: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.userFile(path, at: SourceLocation(file: path)))
  }

  /// Loads a descriptor that was found in a folder, where families may stand beside the providers that extend them.
  ///
  /// - Returns: `nil` for a family (`abstract: true`), whose keys are checked and which makes no client.
  public func load(member path: String) throws(DiagnosticsError) -> LoadedDescriptor? {
    let source = try sources.userFile(path, at: SourceLocation(file: path))
    guard source.tree["abstract"]?.flag == true else { return try finish(source) }
    var findings = source.findings
    _ = try resolve(source, findings: &findings)
    try findings.throwErrors()
    return nil
  }

  /// The text of a file for excerpts; `nil` unless it is a descriptor or a settings file.
  ///
  /// A descriptor can name any file, such as `extends: ./.env`, and its lines must not end up in a log.
  package func excerptText(ofFile name: String) -> String? {
    guard let text = sources.text(of: name) else { return nil }
    return DescriptorText.isDescriptor(text, file: name) || DescriptorText.isSettings(text, file: name) ? text : nil
  }

  /// The text of a file by the name that findings give it, read again; `nil` if that is not possible any more.
  package func text(ofFile name: String) -> String? {
    sources.text(of: name)
  }

  /// The descriptor of a file, and the faces of the provider that stand in it.
  private func finish(_ source: DescriptorSources.Source) throws(DiagnosticsError) -> LoadedDescriptor {
    var loaded = try validated(source)
    for variant in source.tree["variants"]?.entries ?? [] {
      loaded.variants.append(try validated(source.variant(variant)))
    }
    return loaded
  }

  /// Goes as far as the file allows, so that one run tells everything. What only follows from a slip in the shape, such
  /// as a key that is missing because it is misspelt, is not told.
  private func validated(_ source: DescriptorSources.Source) throws(DiagnosticsError) -> LoadedDescriptor {
    var findings = source.findings
    let merged = try resolve(source, findings: &findings)
    try findings.filter { !$0.code.isIsolated }.throwErrors(telling: findings)
    let draft: CheckContext
    do throws(DiagnosticsError) {
      draft = try context(of: source, merged, findings: &findings)
    } catch {
      try findings.throwErrors()
      throw DiagnosticsError(findings + error.diagnostics)
    }
    findings += Checks.findings(in: draft)
    try findings.throwErrors()
    return LoadedDescriptor(
      descriptor: draft.explained, file: source.name, warnings: findings.inReadingOrder(), tree: draft.declared)
  }

  /// The descriptor with everything that it extends.
  private func resolve(
    _ source: DescriptorSources.Source, findings: inout [Diagnostic]
  ) throws(DiagnosticsError) -> Merged {
    do throws(DiagnosticsError) {
      let resolved = try ExtendsResolver(sources: sources).resolve(source, findings: &findings)
      let merged = resolved.tree
      let pinned = PinnedDiscovery(sources: sources)
      var environments: [EnvironmentOverlay] = []
      for entry in merged["environments"]?.entries ?? [] where entry.value.entries != nil {
        environments.append(
          try EnvironmentOverlay(entry, over: merged) { tree throws(DiagnosticsError) in
            try pinned.apply(to: tree, of: source)
          })
      }
      return Merged(
        tree: try pinned.apply(to: merged, of: source), environments: environments, provenance: resolved.provenance)
    } catch {
      let places = Set(findings.map(\.location))
      throw DiagnosticsError(findings + error.diagnostics.filter { !places.contains($0.location) })
    }
  }

  private func context(
    of source: DescriptorSources.Source, _ merged: Merged, findings: inout [Diagnostic]
  ) throws(DiagnosticsError) -> CheckContext {
    try CompletenessChecks.check(merged.tree, own: source.tree).throwErrors()
    let omitted = ParameterOmission.apply(to: merged.tree)
    findings += omitted.findings
    let day = today
    var context = CheckContext(
      descriptor: DescriptorBuilder(tree: omitted.tree, environments: merged.environments).build(), tree: omitted.tree,
      declared: merged.tree, file: source.name, isVariant: source.isVariant, today: day)
    context.provenance = merged.provenance
    context.environments = merged.environments.map { overlay in
      CheckContext(
        descriptor: DescriptorBuilder(tree: overlay.tree).build(), tree: overlay.tree, declared: overlay.declared,
        file: source.name, isVariant: source.isVariant, today: day, provenance: merged.provenance,
        environment: overlay)
    }
    return context
  }

  /// What a descriptor is after everything that it extends was merged in.
  private struct Merged {
    var tree: LocatedNode
    var environments: [EnvironmentOverlay]
    var provenance: [String: LocatedNode]
  }
}
