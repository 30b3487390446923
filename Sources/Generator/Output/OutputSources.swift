import AuthDescriptor
import Foundation

/// The names of descriptors in an output folder: the path from the folder, or the name in the catalog.
struct OutputSources: Sendable {
  private let folder: String
  /// The physical path of each folder of descriptors. Asking the file system is slow, and descriptors share few folders.
  private var folders: [String: String] = [:]

  /// - Parameter folder: The output folder, which doesn't have to exist.
  init(folder: String) {
    self.folder = Self.withoutLinks(folder)
  }

  /// The name of a descriptor in the folder's list.
  mutating func reference(to file: String) -> String {
    if file.hasPrefix(SourceLocation.builtInPrefix) { return file }
    let own = folder.split(separator: "/")
    let other = physical(file).split(separator: "/")
    let common = zip(own, other).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: own.count - common)
    return (up + other.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  func exists(_ reference: String) -> Bool {
    if reference.hasPrefix(SourceLocation.builtInPrefix) { return Catalog.builtIn.contains(file: reference) }
    let url = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(reference)
    return FileManager.default.fileExists(atPath: url.standardizedFileURL.path)
  }

  /// Resolves symbolic links in the path, except in the last component: it's the name that the user gave.
  private mutating func physical(_ file: String) -> String {
    let slash = file.lastIndex(of: "/")
    let name = slash.map { file[$0...].dropFirst() } ?? file[...]
    guard !["", ".", ".."].contains(name) else { return Self.withoutLinks(file) }
    let parent = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    let known = folders[parent] ?? URL(fileURLWithPath: parent).standardizedFileURL.resolvingSymlinksInPath().path
    folders[parent] = known
    return "\(known)/\(name)"
  }

  /// Resolves symbolic links in the path, except in the last component.
  private static func withoutLinks(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
  }
}
