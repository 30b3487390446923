import Foundation

/// Finds, reads and shape-checks single files: built-in ones by id, the user's by path.
struct DescriptorSources: Sendable {
  /// A file as it was read, nothing merged.
  struct Source: Sendable {
    var id: String
    var name: String
    var tree: LocatedNode
    /// What its keys and their types have wrong.
    var findings: [Diagnostic]
    /// A part of a file, and not the file.
    var isVariant = false

    /// A face of this provider as a descriptor of its own: it begins anew where it says `extends`, else it lies over the
    /// rest of the file.
    func variant(_ entry: LocatedNode.Entry) -> Source {
      let own = entry.value.entries ?? []
      let rest = (tree.entries ?? []).filter { $0.key != "variants" }
      let begins = entry.value["extends"] != nil
      let inherited = begins ? rest.filter { ["schema", "name", "provenance"].contains($0.key) } : rest
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
  }

  let catalog: Catalog
  let reader: YAMLReader
  /// The bytes of a file, or `nil` when there is none.
  let readFile: @Sendable (String) -> Data?
  private let parents = SourceCache()

  init(catalog: Catalog, reader: YAMLReader, readFile: @escaping @Sendable (String) -> Data?) {
    self.catalog = catalog
    self.reader = reader
    self.readFile = readFile
  }

  /// The file that `reference` names, as seen from `file`, whose text at `location` says so.
  func source(_ reference: String, near file: Source, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    if reference.isPath, !file.name.hasPrefix(SourceLocation.builtInPrefix) {
      let path = reference.hasPrefix("/") ? reference : file.name.folder + reference
      return try parents.source(path) { () throws(DiagnosticsError) in
        let text = try Self.text(ofFile: path, by: readFile, reader, at: location)
        try Self.checkIsDescriptor(text, path, at: location)
        return try checked(text, name: path)
      }
    }
    let id = reference.isPath ? reference.fileStem : reference
    let name = SourceLocation.builtInPrefix + id
    return try parents.source(name) { () throws(DiagnosticsError) in try builtIn(id, at: location) }
  }

  /// A file that a descriptor names must look like one before any of it can show in a finding.
  private static func checkIsDescriptor(
    _ text: String, _ path: String, at location: SourceLocation
  ) throws(DiagnosticsError) {
    guard !path.isDescriptorFile || !DescriptorText.isDescriptor(text, file: path) else { return }
    let message = "'\(path)' isn't a descriptor; expected a .yaml file with 'schema' or 'extends'"
    throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
  }

  /// The text of a file by the name that findings give it.
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
    // What the catalog itself says means the catalog.
    guard packed.isEmpty || location.isBuiltIn else {
      throw DiagnosticsError([ambiguous(id, ["the catalog"] + packed, at: location)])
    }
    return try checked(file.text, name: file.name)
  }

  private func unknown(_ id: String, at location: SourceLocation) -> Diagnostic {
    let message = "no descriptor '\(id)' in the catalog\(catalog.suggestion(for: id))"
    let note = "a target finds descriptors of another package when it depends on a product of that package"
    return Diagnostic(
      .files.unknownDescriptor, message, at: location, note: location.file.isAppDescriptor ? note : nil)
  }

  /// A path names a pack's descriptor only: for that of the catalog, the pack's has to give way.
  private func ambiguous(_ id: String, _ owners: [String], at location: SourceLocation) -> Diagnostic {
    let isBuiltIn = catalog.file(id: id) != nil
    let advice = isBuiltIn ? "name the pack's by its path if that is meant" : "name one by its path"
    let message = "there are several descriptors '\(id)': \(owners.joined(separator: ", ")); \(advice)"
    let note = "for the catalog's, leave out the dependency that brings the other, or have the file there renamed"
    return Diagnostic(.names.nameConflict, message, at: location, note: isBuiltIn ? note : nil)
  }

  func userFile(_ path: String, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    let text = try Self.text(ofFile: path, by: readFile, reader, at: location)
    guard DescriptorText.mayBeDescriptor(text, file: path) else {
      let message = "'\(path)' isn't a descriptor; expected a .yaml file with 'schema' or 'extends'"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
    }
    return try checked(text, name: path)
  }

  /// A file that is no descriptor and is written in the same YAML; it may say nothing.
  static func tree(ofFile path: String, at location: SourceLocation) throws(DiagnosticsError) -> LocatedNode {
    let reader = YAMLReader(takesNothing: true)
    let text = try text(ofFile: path, by: contents, reader, at: location)
    guard DescriptorText.mayBeSettings(text, file: path) else {
      let message = "'\(path)' isn't a settings file; expected a .yaml file with 'access', 'comments' or 'warnings'"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
    }
    return try reader.read(text, file: path)
  }

  /// The beginning of a regular file: enough to see that it is too large, however large it is.
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
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "the file is not UTF-8 text", at: start)])
    }
    return text
  }

  /// Why a file that exists isn't read.
  private static func obstacle(to path: String) -> String {
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return "" }
    do throws(FileFailure) {
      _ = try RegularFile.beginning(of: path, atMost: 1)
      return ""
    } catch {
      return ": \(error.reason)"
    }
  }

  private func checked(_ text: String, name: String) throws(DiagnosticsError) -> Source {
    let tree = AppDescriptor.completed(try reader.read(text, file: name), file: name)
    return Source(id: tree["id"]?.text ?? name.fileStem, name: name, tree: tree, findings: ShapeCheck.check(tree))
  }
}

extension String {
  /// Everything up to the last separator, or nothing.
  var folder: String {
    lastIndex { $0 == "/" || $0 == "\\" }.map { String(self[...$0]) } ?? ""
  }
}
