import Foundation

/// What stands in a target's folder for the generator, and what is wrong with it.
struct TargetFiles {
  static let descriptorEnding = ".auth.yaml"
  static let settingsName = "auth-generator.yaml"
  static let templatesName = "AuthTemplates"
  /// The folder of descriptors that a package ships for others to extend.
  static let packName = "AuthProviders"

  /// The target, as the user calls it.
  let target: String
  /// `<name>.auth.yaml`, in the order of their paths.
  private(set) var descriptors: [URL] = []
  private(set) var settings: [URL] = []
  private(set) var templates: [URL] = []
  /// Files that are nearly called like the above.
  private(set) var misnamed: [URL] = []
  /// Other YAML and JSON, which descriptors may extend or pin.
  private(set) var others: [URL] = []
  /// Swift files, by their names in small letters: some file systems know no others.
  private(set) var sources: [String: [URL]] = [:]

  /// Looks through a folder. Hidden files are left out, packages in it, and the folders of other targets and those that the
  /// manifest excludes; but templates of one's own are no source code, and stand in a folder that is excluded.
  init(target: String, folder: URL, without others: [URL]) {
    self.target = target
    FolderWalk(without: others).visit(folder) { file in add(file) }
  }

  /// Takes files as they are given, such as those of a target of an Xcode project.
  init(target: String, files: some Sequence<URL>) {
    self.target = target
    var folders: Set<URL> = []
    for file in files.sorted(by: { $0.path < $1.path }) {
      let folder = file.deletingLastPathComponent()
      if folder.lastPathComponent.lowercased() != Self.templatesName.lowercased() {
        add(file)
      } else if folders.insert(folder).inserted {
        add(folder)
      }
    }
  }

  private mutating func add(_ file: URL) {
    let name = file.lastPathComponent
    switch name {
    case _ where name.hasSuffix(Self.descriptorEnding): descriptors.append(file)
    case Self.settingsName: settings.append(file)
    case Self.templatesName: templates.append(file)
    case _ where name.hasSuffix(".swift"): sources[name.lowercased(), default: []].append(file)
    case _ where Self.isNearlyRight(name.lowercased()): misnamed.append(file)
    case _ where ["yaml", "yml", "json"].contains(file.pathExtension): others.append(file)
    default: break
    }
  }

  private static func isNearlyRight(_ name: String) -> Bool {
    [".auth.yml", ".auth.yaml"].contains { name.hasSuffix($0) }
      || ["auth-generator.yml", "auth-generator.yaml", "authtemplates"].contains(name)
  }

  /// `Login.auth.yaml` → `Login`
  private static func stem(of descriptor: URL) -> String {
    String(descriptor.lastPathComponent.dropLast(descriptorEnding.count))
  }

  /// The name of the file that a descriptor makes: `Login.auth.yaml` makes `Login.swift`.
  static func outputName(of descriptor: URL) -> String { stem(of: descriptor) + ".swift" }

  /// The provider's id, and so its type, unless the descriptor states others: `StaffLogin` and `staff_login` →
  /// `staff-login`. The tool's own rule, which a plugin cannot import.
  static func id(of descriptor: URL) -> String {
    var id = ""
    var mayBegin = false
    for character in stem(of: descriptor) {
      if character.isUppercase, mayBegin { id += "-" }
      mayBegin = character.isLowercase || character.isNumber
      id += character == "_" || character == " " ? "-" : character.lowercased()
    }
    return id
  }
}

/// A walk through a folder, in the order of the names. Links to folders are not followed, so no walk goes in circles.
private struct FolderWalk {
  private let others: Set<String>

  init(without others: [URL]) {
    self.others = Set(others.map(\.standardizedFileURL.path))
  }

  func visit(_ folder: URL, _ handle: (URL) -> Void) {
    let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
    for item in (found ?? []).sorted(by: { $0.path < $1.path }) {
      let values = try? item.resourceValues(forKeys: Set(keys))
      let isFolder = values?.isDirectory == true && values?.isSymbolicLink != true
      let isTemplates = item.lastPathComponent.lowercased() == TargetFiles.templatesName.lowercased()
      if !isFolder || isTemplates {
        handle(item)
      } else if !others.contains(item.standardizedFileURL.path), !isPackage(item) {
        visit(item, handle)
      }
    }
  }

  private func isPackage(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  }
}
