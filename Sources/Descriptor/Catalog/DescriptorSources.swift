import Foundation

/// Finds, reads, and checks single files: built-in ones by ID, the user's by path.
struct DescriptorSources: Sendable {
  /// A file before anything is merged.
  struct Source: Sendable {
    var id: String
    var name: String
    var tree: LocatedNode
    /// The findings about its keys and their types.
    var findings: [Diagnostic]
    /// Whether this is a variant, which is only a part of a file.
    var isVariant = false

    /// Returns a variant of this provider as a separate descriptor. If the variant has `extends`, it starts from that
    /// descriptor. Otherwise, it's merged with the rest of the file.
    func variant(_ entry: LocatedNode.Entry) -> Source {
      let own = entry.value.entries ?? []
      let rest = (tree.entries ?? []).filter { $0.key != "variants" }
      let begins = entry.value["extends"] != nil
      let inherited = begins ? rest.compactMap(Self.ofEveryVariant) : rest
      let id = "\(id)-\(entry.key)"
      let identity = [
        LocatedNode.Entry(
          key: "id", location: entry.location,
          value: LocatedNode(value: .text(id, isPlain: true), location: entry.location))
      ]
      let lower = LocatedNode(
        value: .map(inherited.filter { $0.key != "id" && $0.key != "swift" }), location: tree.location)
      let upper = LocatedNode(value: .map(identity + own), location: entry.location)
      return Source(id: id, name: name, tree: DescriptorMerge.merge(upper, over: lower), findings: [], isVariant: true)
    }

    /// Returns the part of an entry that also applies to a variant that extends another descriptor. The sources of the
    /// provider's facts don't, because the variant has other facts.
    private static func ofEveryVariant(_ entry: LocatedNode.Entry) -> LocatedNode.Entry? {
      guard ["schema", "name", "provenance"].contains(entry.key) else { return nil }
      var entry = entry
      entry.value = entry.key == "provenance" ? entry.value.without(["facts"]) : entry.value
      return entry
    }
  }

  let catalog: Catalog
  let reader: YAMLReader
  /// Returns the bytes of a file, or `nil` if it can't be read.
  let readFile: @Sendable (String) -> Data?
  private let parents = SourceCache()

  init(catalog: Catalog, reader: YAMLReader, readFile: @escaping @Sendable (String) -> Data?) {
    self.catalog = catalog
    self.reader = reader
    self.readFile = readFile
  }

  /// Returns the file that `reference` refers to, relative to `file`. `location` is the location of the reference.
  func source(_ reference: String, near file: Source, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    if reference.isPath, !file.name.hasPrefix(SourceLocation.builtInPrefix) {
      let path = reference.hasPrefix("/") ? reference : file.name.folder + reference
      return try parents.source(path) { () throws(DiagnosticsError) in
        let text = try Self.text(ofFile: path, by: readFile, reader, at: location)
        try Self.checkIsDescriptor(text, path, at: location)
        return try source(of: text, name: path)
      }
    }
    let id = reference.isPath ? reference.fileStem : reference
    let name = SourceLocation.builtInPrefix + id
    return try parents.source(name) { () throws(DiagnosticsError) in try builtIn(id, at: location) }
  }

  /// Rejects a file that doesn't look like a descriptor, before any of its content can appear in a finding.
  private static func checkIsDescriptor(
    _ text: String, _ path: String, at location: SourceLocation
  ) throws(DiagnosticsError) {
    guard !path.isDescriptorFile || !DescriptorText.isDescriptor(text, file: path) else { return }
    throw notADescriptor(path, at: location)
  }

  private static func notADescriptor(_ path: String, at location: SourceLocation) -> DiagnosticsError {
    let message = "'\(path)' isn't a descriptor; expected a .yaml file with 'schema' or 'extends'"
    return DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
  }

  /// Returns the text of a file by its name in findings.
  func text(of name: String) -> String? {
    if name.hasPrefix(SourceLocation.builtInPrefix) { return catalog.file(id: name.fileStem)?.text }
    return readFile(name).map { String(decoding: $0, as: UTF8.self) }
  }

  func builtIn(_ id: String, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    let packed = catalog.packed(id: id)
    guard let file = catalog.file(id: id) else {
      if packed.count == 1 { return try userFile(packed[0], at: location) }
      throw DiagnosticsError([packed.isEmpty ? unknown(id, at: location) : ambiguous(id, packed, at: location)])
    }
    // A reference in the catalog always refers to the catalog.
    guard packed.isEmpty || location.isBuiltIn else {
      throw DiagnosticsError([ambiguous(id, ["the catalog"] + packed, at: location)])
    }
    return try source(of: file.text, name: file.name, isChecked: catalog.isChecked)
  }

  private func unknown(_ id: String, at location: SourceLocation) -> Diagnostic {
    let message = "the catalog doesn't contain a descriptor '\(id)'\(catalog.suggestion(for: id))"
    let note = "to use descriptors of another package, the target must depend on a product of that package"
    return Diagnostic(
      .files.unknownDescriptor, message, at: location, note: location.file.isAppDescriptor ? note : nil)
  }

  /// Only a pack's descriptor can be selected by path. To use the catalog's, the pack's must be renamed or removed.
  private func ambiguous(_ id: String, _ owners: [String], at location: SourceLocation) -> Diagnostic {
    let isBuiltIn = catalog.file(id: id) != nil
    let advice = isBuiltIn ? "to use a pack's descriptor, refer to it by path" : "refer to one of them by path"
    let message = "'\(id)' is ambiguous because it exists in \(owners.joined(separator: ", ")); \(advice)"
    let note =
      "to use the catalog's descriptor, remove the dependency that contains the other one, or rename the file "
      + "there"
    return Diagnostic(.names.nameConflict, message, at: location, note: isBuiltIn ? note : nil)
  }

  func userFile(_ path: String, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    let text = try Self.text(ofFile: path, by: readFile, reader, at: location)
    guard DescriptorText.mayBeDescriptor(text, file: path) else { throw Self.notADescriptor(path, at: location) }
    return try source(of: text, name: path)
  }

  /// Reads a YAML file that isn't a descriptor. It may be empty.
  static func tree(ofFile path: String, at location: SourceLocation) throws(DiagnosticsError) -> LocatedNode {
    let reader = YAMLReader(allowsEmptyFile: true)
    let text = try text(ofFile: path, by: contents, reader, at: location)
    guard DescriptorText.mayBeSettings(text, file: path) else {
      let message = "'\(path)' isn't a settings file; expected a .yaml file with 'access', 'comments' or 'warnings'"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
    }
    return try reader.read(text, file: path)
  }

  /// Reads the beginning of a regular file: just enough to find out whether it's too large.
  @Sendable static func contents(ofFile path: String) -> Data? {
    try? RegularFile.beginning(of: path, atMost: YAMLReader.defaultSizeLimit + 1)
  }

  static func text(
    ofFile path: String, by readFile: (String) -> Data?, _ reader: YAMLReader, at location: SourceLocation
  ) throws(DiagnosticsError) -> String {
    guard let data = readFile(path) else {
      let message = "cannot read '\(path)'\(obstacle(to: path))"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
    }
    try reader.checkSize(data.count, file: path)
    guard let text = String(data: data, encoding: .utf8) else {
      let start = SourceLocation(file: path)
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "the file isn't valid UTF-8", at: start)])
    }
    return text
  }

  /// Returns the reason that an existing file can't be read.
  private static func obstacle(to path: String) -> String {
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return "" }
    do throws(FileFailure) {
      _ = try RegularFile.beginning(of: path, atMost: 1)
      return ""
    } catch {
      return ": \(error.reason)"
    }
  }

  private func source(
    of text: String, name: String, isChecked: Bool = false
  ) throws(DiagnosticsError) -> Source {
    let tree = AppDescriptor.completed(try reader.read(text, file: name), file: name)
    return Source(
      id: tree["id"]?.text ?? name.fileStem, name: name, tree: tree, findings: isChecked ? [] : ShapeCheck.check(tree))
  }
}

extension String {
  /// The path up to and including the last separator, or an empty string.
  package var folder: String {
    lastIndex { $0 == "/" || $0 == "\\" }.map { String(self[...$0]) } ?? ""
  }
}
