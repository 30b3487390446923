import AuthDescriptor
import Foundation

/// The descriptors that a command line names, each once and in one order, however they were named.
struct DescriptorInputs {
  /// A descriptor to load.
  struct Input: Hashable {
    /// A path, or an id of the catalog.
    var reference: String
    /// Whether it was found in a folder, where families may stand beside providers.
    var isMember = false
  }

  private(set) var inputs: [Input] = []
  private(set) var findings: [Diagnostic] = []

  /// - Parameters:
  ///   - references: Files, folders, or ids of the catalog. An id comes before a folder of its name.
  init(_ references: [String]) {
    for reference in references {
      if Catalog.builtIn.text(id: reference) != nil || !reference.isFolder {
        inputs.append(Input(reference: reference))
      } else {
        addFolder(reference)
      }
    }
    // A file that was named is meant to be a provider, also if it stands in a folder that was named too.
    var seen: Set<String> = []
    inputs = (inputs.filter { !$0.isMember } + inputs.filter(\.isMember))
      .filter { seen.insert($0.reference.normalized).inserted }
      .sorted { $0.reference < $1.reference }
  }

  private mutating func addFolder(_ path: String) {
    let files = Self.descriptors(below: path.hasSuffix("/") ? String(path.dropLast()) : path)
    inputs += files.map { Input(reference: $0, isMember: true) }
    if files.isEmpty {
      let message = "there is no descriptor (*.yaml) in this folder"
      findings.append(Diagnostic(.files.unreadableFile, message, at: SourceLocation(file: path)))
    }
  }

  /// All `*.yaml` and `*.yml` below a folder, hidden ones and the settings file left out. Links to folders are not followed, so no walk goes in circles.
  private static func descriptors(below folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if path.isFolder { return path.isLink ? [] : descriptors(below: path) }
      return name.isDescriptorFile && name != GeneratorSettings.fileName ? [path] : []
    }
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

  /// The same for every spelling of a file's path; an id stays as it is.
  fileprivate var normalized: String {
    contains("/") || isDescriptorFile ? URL(fileURLWithPath: self).standardizedFileURL.path : self
  }
}
