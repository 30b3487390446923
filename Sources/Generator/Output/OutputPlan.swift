/// What a run does to its output folder, decided before the first file is touched.
public struct OutputPlan: Sendable, Hashable {
  /// What happens to a file.
  public enum Action: String, Sendable, Hashable {
    /// The file is new or different, it is as it should be, or nothing makes it any more.
    case write, unchanged, remove
  }

  /// One file, by its name in the folder.
  public struct Step: Sendable, Hashable {
    /// The file, from the output folder.
    public var path: String
    /// What becomes of it.
    public var action: Action
  }

  /// In the order of the names.
  public var steps: [Step] {
    let made = files.map { Step(path: $0.path, action: changed.contains($0) ? .write : .unchanged) }
    return (made + leftovers.map { Step(path: $0, action: .remove) }).sorted { $0.path < $1.path }
  }

  let files: [GeneratedFile]
  let changed: [GeneratedFile]
  /// Names of files that an earlier run made and this one does not.
  let leftovers: [String]
  /// The folder's list, if it changes.
  let manifest: GeneratedFile?
  /// Names of files that stand in the way and are not authgen's. Nothing is written then.
  let foreign: [String]
}

extension OutputFolder {
  /// What a run would do.
  ///
  /// A file is removed if the folder's list (`.authgen`) says which descriptor it is from, that descriptor is one of
  /// `inputs` or does not exist any more, this run does not make the file, and the file, if it is a client, still begins
  /// with authgen's line. So a run for other descriptors removes nothing of theirs, and no run removes what a person wrote.
  ///
  /// - Parameters:
  ///   - files: Everything that the run makes.
  ///   - inputs: All descriptors that the run read, also those that make no file.
  public func plan(_ files: [GeneratedFile], inputs: [String] = []) -> OutputPlan {
    let old = contents(OutputManifest.fileName)
    var sources = OutputSources(folder: path)
    var manifest = OutputManifest(old.map { String(decoding: $0, as: UTF8.self) } ?? "", kind: kind)
    let listed = Set(manifest.sources.keys)
    let read = Set((inputs + files.compactMap(\.source)).map { sources.reference(to: $0) })
    let past = manifest.sources.filter { read.contains($0.value) || !sources.exists($0.value) }.keys.sorted()
    for name in past { manifest.sources[name] = nil }
    for file in files {
      if let source = file.source { manifest.add(file.path, from: sources.reference(to: source)) }
    }
    let list = GeneratedFile(path: OutputManifest.fileName, contents: manifest.text)
    let isListed = old != nil || !manifest.sources.isEmpty
    let changed = files.filter { !isCurrent($0) }
    return OutputPlan(
      files: files, changed: changed, leftovers: past.filter { isLeftover($0, files) },
      manifest: isListed && !isCurrent(list) ? list : nil,
      // With templates of one's own a file may begin as it likes; the list knows it.
      foreign: changed.map(\.path).filter { !listed.contains($0) && isForeign($0) })
  }

  private func isLeftover(_ name: String, _ files: [GeneratedFile]) -> Bool {
    let isMade = files.contains {
      $0.path == name || ($0.path.lowercased() == name.lowercased() && isSame($0.path, name))
    }
    return !isMade && (kind == .clients ? isGenerated(name) : contents(name) != nil)
  }
}
