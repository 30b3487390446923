import AuthDescriptor
import Foundation

/// A descriptor named on the command line, either directly or by its folder.
struct DescriptorInput: Hashable, Sendable {
  /// A path, or an ID in the catalog.
  var reference: String
  /// Whether it was found in a folder, which may contain families as well as providers.
  var isMember = false

  /// The inputs of a command line, and the problems with its folders.
  typealias SearchResult = (inputs: [DescriptorInput], findings: [Diagnostic])

  /// Finds the descriptors, each once and sorted.
  ///
  /// - Parameter references: Files, folders, or IDs of the catalog. An ID takes precedence over a folder with the same
  ///   name.
  static func find(_ references: [String]) -> SearchResult {
    var found: SearchResult = ([], [])
    for reference in references {
      if !reference.isFolder || Catalog.builtIn.text(id: reference) != nil {
        found.inputs.append(DescriptorInput(reference: reference))
      } else {
        let folder = reference.hasSuffix("/") ? String(reference.dropLast()) : reference
        let files = descriptors(below: folder)
        found.inputs += files.map { DescriptorInput(reference: $0, isMember: true) }
        if files.isEmpty { found.findings.append(empty(folder)) }
      }
    }
    // A file that is named directly must be a provider, even if its folder is named as well.
    var seen: Set<String> = []
    found.inputs = (found.inputs.filter { !$0.isMember } + found.inputs.filter(\.isMember))
      .filter { seen.insert($0.reference.normalized).inserted }
      .sorted { $0.reference < $1.reference }
    return found
  }

  private static func empty(_ folder: String) -> Diagnostic {
    Diagnostic(
      .files.unreadableFile, "this folder doesn't contain a descriptor (*.yaml)", at: SourceLocation(file: folder))
  }

  /// All `*.yaml` and `*.yml` files below a folder, except hidden ones and the settings file. Links to folders aren't followed,
  /// so the search ends.
  private static func descriptors(below folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if path.isFolder { return path.isLink ? [] : descriptors(below: path) }
      return name.isDescriptorFile && name != GeneratorSettings.fileName ? [path] : []
    }
  }

  /// Whether this is a file, and not an ID of the catalog.
  var isFile: Bool { isMember || !reference.folder.isEmpty || reference.isDescriptorFile }

  /// The path of the file's folder up to and including the last slash, or an empty string for the current folder.
  var folder: String { reference.folder }

  /// - Returns: `nil` for a family in a folder.
  func load(with loader: DescriptorLoader) throws(DiagnosticsError) -> LoadedDescriptor? {
    isMember ? try loader.load(member: reference) : try loader.load(reference)
  }
}

extension String {
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder) && isFolder.boolValue
  }

  fileprivate var isLink: Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) != nil
  }

  /// The canonical form of a file's path. An ID isn't changed.
  fileprivate var normalized: String {
    contains("/") || isDescriptorFile ? URL(fileURLWithPath: self).standardizedFileURL.path : self
  }
}
