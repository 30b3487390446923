import Foundation

/// The clients in a folder, to say what a run of the generator did to them.
struct FolderContents: Equatable {
  /// authgen leaves a file alone that is right already, so its date tells whether it was written.
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

  /// A line for each kind of change, such as `wrote Generated/Keycloak.swift`.
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
