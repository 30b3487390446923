import Foundation

/// The clients in a folder, to say what a run of the generator did to them.
struct FolderContents: Equatable {
  private let folder: String
  private var files: [String: Data] = [:]

  init(_ folder: URL) {
    self.folder = folder.lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(".swift") {
      files[name] = RegularFile.beginning(of: folder.appendingPathComponent(name), atMost: 1 << 26)
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
