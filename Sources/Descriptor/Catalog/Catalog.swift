import AuthCatalog
import Foundation

/// A set of descriptors that others can extend by ID.
public struct Catalog: Sendable, Hashable {
  /// The text of one descriptor.
  struct File: Sendable, Hashable {
    /// The file name in messages.
    var name: String
    var text: String
  }

  private let files: [String: File]
  /// Whether a test has checked the keys and values of `files`, so loading skips this check. Packs are always checked.
  private(set) var isChecked = false
  /// The paths of the packs' descriptors, by ID. A file is read only when another descriptor extends it.
  private var packs: [String: [String]] = [:]

  /// Creates a catalog of descriptors. The ID of each is its file name without the extension.
  ///
  /// - Parameter files: The text of each file, by path, such as `families/oidc.yaml`.
  public init(files: [String: String]) {
    let named = files.map { path, text in (path.fileStem, File(name: SourceLocation.builtInPrefix + path, text: text)) }
    self.files = Dictionary(named) { first, _ in first }
  }

  /// The descriptors in this package.
  public static let builtIn = {
    var catalog = Catalog(
      files: Dictionary(uniqueKeysWithValues: EmbeddedCatalog.descriptors.map { ($0.path, $0.text) }))
    catalog.isChecked = true
    return catalog
  }()

  static let families = "families/"

  /// All IDs, including those of families, in alphabetical order.
  public var ids: [String] { Set(files.keys).union(packs.keys).sorted() }

  /// The IDs of providers: all descriptors that aren't in `families/`.
  public var providerIDs: [String] {
    files.filter { !$0.value.name.hasPrefix(SourceLocation.builtInPrefix + Self.families) }.keys.sorted()
  }

  /// Returns the text of a descriptor, or `nil` if the ID is unknown.
  public func text(id: String) -> String? { files[id]?.text }

  /// Returns a suggestion for an unknown ID, such as `; did you mean 'auth0'?`, or the command that lists all IDs.
  package func suggestion(for id: String) -> String {
    let suggestion = SpellingSuggestion.suggestion(for: id, among: ids)
    return suggestion.isEmpty ? "; 'authgen providers list' lists all IDs" : suggestion
  }

  /// Whether a file name is that of a built-in descriptor.
  package func contains(file name: String) -> Bool { files.values.contains { $0.name == name } }

  func file(id: String) -> File? { files[id] }

  /// Returns the paths of the packs' descriptors with an ID.
  func packed(id: String) -> [String] { packs[id] ?? [] }
}

extension Catalog {
  /// Returns this catalog with the descriptors of a pack, which is a folder that another package ships. The ID of each
  /// descriptor is its file name without the extension.
  ///
  /// Duplicate IDs are allowed until a descriptor extends one. Packs never override other descriptors, and the author
  /// of a pack can't know all others.
  ///
  /// - Throws: An error if the folder can't be read or doesn't contain a descriptor.
  public func adding(pack folder: String) throws(DiagnosticsError) -> Catalog {
    let place = SourceLocation(file: folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted() else {
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "cannot read the pack's folder", at: place)])
    }
    let descriptors = names.filter { $0.isDescriptorFile && !$0.hasPrefix(".") && $0 != GeneratorSettings.fileName }
    guard !descriptors.isEmpty else {
      let message = "the pack's folder doesn't contain a descriptor (*.yaml)"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: place)])
    }
    var catalog = self
    for name in descriptors {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let known = catalog.packs[name.fileStem] ?? []
      if !known.contains(path) { catalog.packs[name.fileStem] = known + [path] }
    }
    return catalog
  }
}

extension String {
  /// The last component of a path, with or without the prefix `catalog:`.
  ///
  /// The path is split as bytes, because commands split those of the whole catalog when they start.
  var fileName: String {
    utf8.split { byte in Self.separators.contains(byte) }.last.map { String(Substring($0)) } ?? self
  }

  private static let separators = "/\\:".utf8

  /// The last component of a path without `.yaml` or `.yml`.
  var fileStem: String {
    let name = fileName
    let ending = [AppDescriptor.ending, ".yaml", ".yml"].first(where: name.hasSuffix) ?? ""
    return String(name.dropLast(ending.count))
  }

  /// Whether a reference is a path and not an ID of the catalog.
  var isPath: Bool { contains("/") || contains("\\") || isDescriptorFile }

  /// Whether this is the file name of a descriptor.
  package var isDescriptorFile: Bool { hasSuffix(".yaml") || hasSuffix(".yml") }
}
