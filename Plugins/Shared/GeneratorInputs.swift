import Foundation

/// The arguments of the generator for a target, and all files that it reads.
struct GeneratorInputs {
  let files: TargetFiles
  /// The folders of descriptors that the target's dependencies provide.
  let packs: [URL]
  /// The files that all clients of the target depend on.
  private let shared: [URL]
  /// The maximum size of a descriptor that authgen reads, in bytes.
  private static let maximumBytes = 262_144

  /// - Parameter dependencies: The folders of the target's dependencies.
  init(_ files: TargetFiles, dependencies: [URL]) {
    self.files = files
    var seen: Set<String> = []
    packs = dependencies.map { $0.appendingPathComponent(TargetFiles.packName, isDirectory: true) }
      .filter { Self.holdsDescriptors($0) && seen.insert($0.standardizedFileURL.path).inserted }
      .sorted { $0.path < $1.path }
    let descriptors = packs.flatMap(Self.contents) + files.others
    let all = files.settings + files.locks + files.templates.flatMap(Self.contents) + descriptors
    shared = all + Self.named(by: descriptors).filter { !all.contains($0) }
  }

  /// The arguments after the descriptors and the output folder.
  var options: [String] {
    files.templates.prefix(1).flatMap { ["--templates", $0.path] }
      + files.settings.prefix(1).flatMap { ["--settings", $0.path] } + packs.flatMap { ["--pack", $0.path] }
  }

  /// The files that affect a descriptor's output.
  func inputs(of descriptor: URL) -> [URL] {
    let known = [descriptor] + shared
    return known + Self.named(by: [descriptor]).filter { !known.contains($0) }
  }

  /// Files that descriptors refer to, such as a descriptor that they extend, and the files that those refer to. The
  /// plugin doesn't parse YAML: it treats any string that looks like the path of an existing file as a reference. An
  /// extra file costs a run, and a missing one would leave the output out of date. Files next to the target's code
  /// don't need to be listed: SwiftPM only runs the plugin again if files are added or removed.
  private static func named(by descriptors: [URL]) -> [URL] {
    var found: [URL] = []
    var seen = Set(descriptors.map(\.standardizedFileURL.path))
    var waiting = descriptors
    while let file = waiting.popLast() {
      guard let text = text(of: file) else { continue }
      for word in words(of: text) where isPath(word) {
        let path = word.hasPrefix("/") ? URL(fileURLWithPath: String(word)) : file.sibling(String(word))
        let isThere = FileManager.default.fileExists(atPath: path.path)
        guard isThere, seen.insert(path.standardizedFileURL.path).inserted else { continue }
        found.append(path)
        waiting.append(path)
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The text of a descriptor, or nothing for JSON, which is pinned and doesn't refer to other files.
  private static func text(of file: URL) -> String? {
    guard ["yaml", "yml"].contains(file.pathExtension) else { return nil }
    let data = RegularFile.beginning(of: file, atMost: maximumBytes + 1)
    return data.flatMap { $0.count > maximumBytes ? nil : String(data: $0, encoding: .utf8) }
  }

  /// Words between white space and punctuation, and quoted strings.
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
  fileprivate func sibling(_ path: String) -> URL {
    deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
  }
}
