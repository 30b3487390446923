import Foundation

/// The generator's files in a target's folder, and the problems with them.
struct TargetFiles {
  static let descriptorEnding = ".auth.yaml"
  static let settingsName = "auth-generator.yaml"
  static let lockName = "auth-generator.lock"
  static let templatesName = "AuthTemplates"
  /// The folder of descriptors that a package provides for others to extend.
  static let packName = "AuthProviders"

  /// The name of the target.
  let target: String
  /// The files `<name>.auth.yaml`, sorted by path.
  private(set) var descriptors: [URL] = []
  private(set) var settings: [URL] = []
  /// The facts with which descriptors are compared. `authgen` reads the one next to a descriptor.
  private(set) var locks: [URL] = []
  private(set) var templates: [URL] = []
  /// The files with misspelled names.
  private(set) var misnamed: [URL] = []
  /// The other YAML and JSON files, which descriptors can extend or pin.
  private(set) var others: [URL] = []
  /// The Swift files by lowercase name, because some file systems ignore case.
  private(set) var sources: [String: [URL]] = [:]

  /// Finds the files in a folder. Hidden files, nested packages, the folders of other targets, and paths that the
  /// manifest excludes are skipped. The user's own templates are an exception: they aren't source code, so their folder
  /// is excluded from the target.
  init(target: String, folder: URL, without others: [URL]) {
    self.target = target
    FolderWalk(without: others).visit(folder) { file in add(file) }
  }

  /// Uses a given list of files, such as those of a target of an Xcode project.
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
    case Self.lockName: locks.append(file)
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

  /// The name without extensions: `Login.auth.yaml` → `Login`.
  private static func stem(of descriptor: URL) -> String {
    String(descriptor.lastPathComponent.dropLast(descriptorEnding.count))
  }

  /// The name of the generated file: `Login.swift` for `Login.auth.yaml`.
  static func outputName(of descriptor: URL) -> String { stem(of: descriptor) + ".swift" }

  /// The default ID of the provider, which determines its type's name: `staff-login` for `StaffLogin` and
  /// `staff_login`. This repeats authgen's rule, because a plugin can't import authgen.
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

/// Visits a folder's files, sorted by name. Links to folders aren't followed, which prevents loops.
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
