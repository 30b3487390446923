import Foundation

/// Finds, reads and shape-checks single files: built-in ones by id, the user's by path.
struct DescriptorSources: Sendable {
  /// A file as it was read, nothing merged.
  struct Source: Sendable {
    var id: String
    var name: String
    var tree: LocatedNode
    var warnings: [Diagnostic]
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
      return Source(id: id, name: name, tree: DescriptorMerge.merge(upper, over: lower), warnings: [], isVariant: true)
    }
  }

  let catalogue: Catalogue
  let reader: YAMLReader
  /// The bytes of a file, or `nil` when there is none.
  let readFile: @Sendable (String) -> Data?

  /// The file that `reference` names, as seen from `file`, whose text at `location` says so.
  func source(_ reference: String, near file: Source, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    guard reference.isPath else { return try builtIn(reference, at: location) }
    if file.name.hasPrefix(SourceLocation.builtInPrefix) { return try builtIn(reference.fileStem, at: location) }
    let path = reference.hasPrefix("/") ? reference : file.name.folder + reference
    return try userFile(path, at: location)
  }

  func builtIn(_ id: String, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    guard let file = catalogue.file(id: id) else {
      let suggestion = NearestWord.suggestion(for: id, among: catalogue.ids)
      let known = suggestion.isEmpty ? "; there are \(catalogue.ids.joined(separator: ", "))" : suggestion
      let message = "no descriptor '\(id)' in the catalogue\(known)"
      throw DiagnosticsError([Diagnostic(.unknownDescriptor, message, at: location)])
    }
    return try checked(file.text, name: file.name)
  }

  func userFile(_ path: String, at location: SourceLocation) throws(DiagnosticsError) -> Source {
    guard let data = readFile(path) else {
      let message = path.isFolder ? "'\(path)' is a folder; expected a file" : "cannot read '\(path)'"
      throw DiagnosticsError([Diagnostic(.unreadableFile, message, at: location)])
    }
    try reader.checkSize(data.count, file: path)
    guard let text = String(data: data, encoding: .utf8) else {
      let start = SourceLocation(file: path)
      throw DiagnosticsError([Diagnostic(.unreadableFile, "the file is not UTF-8 text", at: start)])
    }
    return try checked(text, name: path)
  }

  private func checked(_ text: String, name: String) throws(DiagnosticsError) -> Source {
    let tree = try reader.read(text, file: name)
    let findings = ShapeCheck.check(tree)
    try findings.throwErrors()
    return Source(id: tree["id"]?.text ?? name.fileStem, name: name, tree: tree, warnings: findings)
  }
}

extension String {
  fileprivate var isFolder: Bool {
    (try? FileManager.default.attributesOfItem(atPath: self))?[.type] as? FileAttributeType == .typeDirectory
  }

  /// Everything up to the last separator, or nothing.
  var folder: String {
    lastIndex { $0 == "/" || $0 == "\\" }.map { String(self[...$0]) } ?? ""
  }
}
