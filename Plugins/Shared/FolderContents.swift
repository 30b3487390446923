import Foundation

/// The clients in a folder, used to report the changes of a run.
struct FolderContents: Equatable {
  /// The modification date and size of a file. authgen doesn't touch up-to-date files, so the date shows what was
  /// written.
  private struct Stamp: Equatable {
    var date: Date?
    var size: Int?
  }

  private let folder: String
  private var files: [String: Stamp] = [:]

  init(_ folder: URL) {
    self.folder = folder.lastPathComponent
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
    for file in found ?? [] where file.pathExtension == "swift" {
      let values = try? file.resourceValues(forKeys: keys)
      files[file.lastPathComponent] = Stamp(date: values?.contentModificationDate, size: values?.fileSize)
    }
  }

  /// The changes, one line per kind, such as `wrote Generated/Keycloak.swift`.
  func changes(since before: FolderContents) -> [String] {
    let written = files.filter { before.files[$0.key] != $0.value }.keys
    let removed = before.files.keys.filter { files[$0] == nil }
    let unchanged = files.keys.filter { !written.contains($0) }
    return [line("wrote", Array(written)), line("removed", removed), line("unchanged:", unchanged)].compactMap(\.self)
  }

  private func line(_ verb: String, _ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(verb) \(names.sorted().map { "\(folder)/\($0)" }.joined(separator: ", "))"
  }
}
