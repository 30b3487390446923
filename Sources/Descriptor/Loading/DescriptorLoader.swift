import Foundation

/// Reads, resolves, and validates descriptors. A loader is the only way to convert YAML into a ``ProviderDescriptor``.
///
/// ```swift
/// let loaded = try DescriptorLoader().load("auth0")          // from the catalog
/// let own = try DescriptorLoader().load("Auth/acme.yaml")    // from a file
/// ```
///
/// A loader reads each extended file once. Use one loader for all descriptors of a run, and a new one for the next run.
public struct DescriptorLoader: Sendable {
  /// The maximum number of variants, and of environments. Each of them is a copy of the whole descriptor.
  fileprivate static let maximumCopies = 64

  private let sources: DescriptorSources
  private let today: String

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - catalog: The catalog to which IDs and `extends` refer.
  ///   - readFile: Returns the bytes of a file, either all or the first 262,145 of them, or `nil` if it can't be read.
  ///   - today: Returns the current date, such as 2026-09-01, which determines the age of the sources.
  public init(
    catalog: Catalog = .builtIn,
    readFile: @escaping @Sendable (String) -> Data? = DescriptorLoader.contents,
    today: @Sendable () -> String = DescriptorLoader.currentDay
  ) {
    // Evaluated once, so that all descriptors of a run have the same age.
    self.today = today()
    sources = DescriptorSources(catalog: catalog, reader: YAMLReader(), readFile: readFile)
  }

  /// Reads the beginning of a regular file: just enough to find out whether it's too large.
  @Sendable public static func contents(ofFile path: String) -> Data? {
    DescriptorSources.contents(ofFile: path)
  }

  /// Returns the current date in UTC.
  @Sendable public static func currentDay() -> String {
    CivilDate(Date()).text
  }

  /// Loads a descriptor by path (with a separator or the extension `.yaml`) or by an ID of the catalog.
  ///
  /// - Throws: All findings about the descriptor, if one of them is an error.
  public func load(_ reference: String) throws(DiagnosticsError) -> LoadedDescriptor {
    reference.isPath ? try load(path: reference) : try load(id: reference)
  }

  /// Loads a descriptor of the catalog.
  ///
  /// - Throws: A finding if no descriptor has the ID, or if more than one has it. Otherwise, all findings about the
  ///   descriptor, if one of them is an error.
  public func load(id: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.builtIn(id, at: SourceLocation(file: id)))
  }

  /// Loads a descriptor from a file.
  ///
  /// - Throws: A finding if the file can't be read, is too large, isn't valid UTF-8, or isn't a descriptor. Otherwise,
  ///   all findings about the descriptor, if one of them is an error.
  public func load(path: String) throws(DiagnosticsError) -> LoadedDescriptor {
    try finish(sources.userFile(path, at: SourceLocation(file: path)))
  }

  /// Loads a descriptor from a folder that may contain families in addition to the providers that extend them.
  ///
  /// - Returns: `nil` for a family (`abstract: true`). Its keys are checked, but no client is generated from it.
  /// - Throws: The errors of ``load(path:)``.
  public func load(member path: String) throws(DiagnosticsError) -> LoadedDescriptor? {
    let source = try sources.userFile(path, at: SourceLocation(file: path))
    guard source.tree["abstract"]?.flag == true else { return try finish(source) }
    var findings = source.findings
    _ = try resolve(source, findings: &findings)
    try findings.throwErrors()
    return nil
  }

  /// Returns the text of a file for excerpts, or `nil` unless it's a descriptor or a settings file.
  ///
  /// A descriptor can refer to any file, for example with `extends: ./.env`, and that file's lines must not appear in a
  /// log.
  package func excerptText(ofFile name: String) -> String? {
    guard let text = sources.text(of: name) else { return nil }
    return DescriptorText.isDescriptor(text, file: name) || DescriptorText.isSettings(text, file: name) ? text : nil
  }

  /// Reads the text of a file again, by its name in findings. Returns `nil` if it can't be read anymore.
  package func text(ofFile name: String) -> String? {
    sources.text(of: name)
  }

  /// Returns the descriptor of a file, with its variants.
  private func finish(_ source: DescriptorSources.Source) throws(DiagnosticsError) -> LoadedDescriptor {
    try source.tree.checkCount(of: "variants")
    var loaded = try validated(source)
    var environments = 0
    for entry in source.tree["variants"]?.entries ?? [] {
      let variant = try validated(source.variant(entry))
      environments += variant.descriptor.environments.count
      guard environments <= Self.maximumCopies else {
        let message = "the variants have too many environments; they can have at most \(Self.maximumCopies) in total"
        throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: entry.location)])
      }
      loaded.variants.append(variant)
    }
    return loaded
  }

  /// Validates as much of the file as possible, so that one run reports all findings. Findings that are only
  /// consequences of others, such as a key that's missing because it's misspelled, aren't reported.
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

  /// Returns the descriptor merged with everything that it extends.
  private func resolve(
    _ source: DescriptorSources.Source, findings: inout [Diagnostic]
  ) throws(DiagnosticsError) -> Merged {
    do throws(DiagnosticsError) {
      let resolved = try ExtendsResolver(sources: sources).resolve(source, findings: &findings)
      let merged = resolved.tree
      try merged.checkCount(of: "environments")
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

  /// A descriptor after everything that it extends is merged in.
  private struct Merged {
    var tree: LocatedNode
    var environments: [EnvironmentOverlay]
    var provenance: [String: LocatedNode]
  }
}

extension LocatedNode {
  /// Rejects variants or environments if there are too many of them.
  fileprivate func checkCount(of key: String) throws(DiagnosticsError) {
    guard let node = self[key], let count = node.entries?.count, count > DescriptorLoader.maximumCopies else { return }
    let message = "there are \(count) \(key); a descriptor can have at most \(DescriptorLoader.maximumCopies)"
    throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: node.location)])
  }
}
