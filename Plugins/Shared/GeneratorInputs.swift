import Foundation

/// What the generator is told about a target, and every file that it will read.
struct GeneratorInputs {
  let files: TargetFiles
  /// Folders of descriptors that the target's dependencies ship.
  let packs: [URL]
  /// What every client of the target is made of.
  private let shared: [URL]
  /// The most that authgen reads of a descriptor.
  private static let maximumBytes = 262_144

  /// - Parameter dependencies: The folders of the targets that the target depends on.
  init(_ files: TargetFiles, dependencies: [URL]) {
    self.files = files
    var seen: Set<String> = []
    packs = dependencies.map { $0.appendingPathComponent(TargetFiles.packName, isDirectory: true) }
      .filter { Self.holdsDescriptors($0) && seen.insert($0.standardizedFileURL.path).inserted }
      .sorted { $0.path < $1.path }
    let descriptors = packs.flatMap(Self.contents) + files.others
    let all = files.settings + files.templates.flatMap(Self.contents) + descriptors
    shared = all + Self.named(by: descriptors).filter { !all.contains($0) }
  }

  /// What follows the descriptors and the output folder on the command line.
  var options: [String] {
    files.templates.prefix(1).flatMap { ["--templates", $0.path] }
      + files.settings.prefix(1).flatMap { ["--settings", $0.path] } + packs.flatMap { ["--pack", $0.path] }
  }

  /// Whatever changes the file that a descriptor becomes.
  func inputs(of descriptor: URL) -> [URL] {
    let known = [descriptor] + shared
    return known + Self.named(by: [descriptor]).filter { !known.contains($0) }
  }

  /// Files that descriptors name, such as one that they extend, and files that these name. The plugin reads no YAML:
  /// what looks like the path of a file that is there is taken for one. One too many costs a run, one too few would
  /// leave the output as it was. Files beside the target's code need not be named: SwiftPM asks the plugin again only
  /// when files come or go.
  private static func named(by descriptors: [URL]) -> [URL] {
    var found: [URL] = []
    var seen = Set(descriptors.map(\.standardizedFileURL.path))
    var waiting = descriptors
    while let file = waiting.popLast() {
      guard let text = text(of: file) else { continue }
      for word in words(of: text) where isPath(word) {
        let path = word.hasPrefix("/") ? URL(fileURLWithPath: String(word)) : file.beside(String(word))
        let isThere = FileManager.default.fileExists(atPath: path.path)
        guard isThere, seen.insert(path.standardizedFileURL.path).inserted else { continue }
        found.append(path)
        waiting.append(path)
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The text of a descriptor; JSON is pinned, and names nothing.
  private static func text(of file: URL) -> String? {
    guard ["yaml", "yml"].contains(file.pathExtension) else { return nil }
    let data = RegularFile.beginning(of: file, atMost: maximumBytes + 1)
    return data.flatMap { $0.count > maximumBytes ? nil : String(data: $0, encoding: .utf8) }
  }

  /// Words between blanks and signs, and what stands between quotes.
  private static func words(of text: String) -> [Substring] {
    text.split(whereSeparator: { $0.isWhitespace || "\"',{}[]".contains($0) })
      + text.split(whereSeparator: { $0.isNewline || "\"'".contains($0) })
  }

  private static func isPath(_ word: Substring) -> Bool {
    [".yaml", ".yml", ".json"].contains { word.hasSuffix($0) }
  }

  private static func holdsDescriptors(_ folder: URL) -> Bool {
    contents(of: folder).contains { ["yaml", "yml"].contains($0.pathExtension) }
  }

  private static func contents(of folder: URL) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (found ?? []).sorted { $0.path < $1.path }
  }
}

extension URL {
  fileprivate func beside(_ path: String) -> URL {
    deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
  }
}
