import AuthCatalog
import Foundation

/// A set of descriptors that others can extend by id.
public struct Catalog: Sendable, Hashable {
  /// One descriptor's text.
  struct File: Sendable, Hashable {
    /// The name before the line in a message.
    var name: String
    var text: String
  }

  /// An entry of the index: a provider's id and the name to show to people.
  public struct Provider: Sendable, Hashable {
    /// The id, such as `auth0`.
    public let id: String
    /// The name, such as `Auth0`.
    public let name: String
  }

  private let files: [String: File]
  /// The paths of descriptors that packs bring, by their ids. Such a file is read when somebody extends it.
  private var packs: [String: [String]] = [:]

  /// Makes a catalog of descriptors by their paths; the id of each is its path's stem.
  ///
  /// - Parameter files: Text by path, such as `families/oidc.yaml`.
  public init(files: [String: String]) {
    let named = files.map { path, text in (path.fileStem, File(name: SourceLocation.builtInPrefix + path, text: text)) }
    self.files = Dictionary(named) { first, _ in first }
  }

  /// The descriptors that travel inside this package.
  public static let builtIn = Catalog(
    files: Dictionary(uniqueKeysWithValues: EmbeddedCatalog.descriptors.map { ($0.path, $0.text) }))

  /// The index of the built-in providers, in alphabetical order of the ids. It parses no descriptor.
  public static let index = EmbeddedCatalog.descriptors.filter { !$0.path.hasPrefix(families) }
    .map { Provider(id: $0.path.fileStem, name: $0.name) }
    .sorted { $0.id < $1.id }

  private static let families = "families/"

  /// All ids, families included, in alphabetical order.
  public var ids: [String] { Set(files.keys).union(packs.keys).sorted() }

  /// The ids of providers: everything that is not in `families/`.
  public var providerIDs: [String] {
    files.filter { !$0.value.name.hasPrefix(SourceLocation.builtInPrefix + Self.families) }.keys.sorted()
  }

  /// The text of a descriptor; `nil` if there is none of that id.
  public func text(id: String) -> String? { files[id]?.text }

  /// The nearest id to one that is none, as `; did you mean 'auth0'?`, or all there are.
  package func suggestion(for id: String) -> String {
    let suggestion = NearestWord.suggestion(for: id, among: ids)
    return suggestion.isEmpty ? "; there are \(ids.joined(separator: ", "))" : suggestion
  }

  /// Whether a file's name is one of a built-in descriptor that there is.
  package func contains(file name: String) -> Bool { files.values.contains { $0.name == name } }

  func file(id: String) -> File? { files[id] }

  /// The paths of packs' descriptors of that id.
  func packed(id: String) -> [String] { packs[id] ?? [] }
}

extension Catalog {
  /// This catalog and the descriptors of a pack: a folder that another package ships. The id of each is its file's
  /// stem.
  ///
  /// An id that is taken already is no mistake until somebody extends it: a pack takes nobody's place, and whoever ships
  /// one cannot know all others.
  ///
  /// - Throws: A folder that cannot be read or holds no descriptor.
  public func adding(pack folder: String) throws(DiagnosticsError) -> Catalog {
    let place = SourceLocation(file: folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted() else {
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "cannot read the pack's folder", at: place)])
    }
    let descriptors = names.filter { $0.isDescriptorFile && !$0.hasPrefix(".") && $0 != GeneratorSettings.fileName }
    guard !descriptors.isEmpty else {
      let message = "there is no descriptor (*.yaml) in the pack's folder"
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
  /// The last component of a path, or of `catalog:` and a path.
  var fileName: String {
    split(whereSeparator: { "/\\:".contains($0) }).last.map(String.init) ?? self
  }

  /// The last component of a path without `.yaml` or `.yml`.
  var fileStem: String {
    let ending = [AppDescriptor.ending, ".yaml", ".yml"].first(where: fileName.hasSuffix) ?? ""
    return String(fileName.dropLast(ending.count))
  }

  /// Whether a reference names a file and not an id of the catalog.
  var isPath: Bool { contains("/") || contains("\\") || isDescriptorFile }

  /// Whether a file's name is that of a descriptor.
  package var isDescriptorFile: Bool { hasSuffix(".yaml") || hasSuffix(".yml") }
}
