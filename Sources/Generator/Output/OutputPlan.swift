import AuthDescriptor

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
  /// Names of files that an earlier run made and this one doesn't, and that are still there.
  let leftovers: [String]
  /// Names that the folder's list has and won't have any more.
  let abandoned: [String]
  /// The list while files are moved and removed: it names the old and the new ones.
  let journal: GeneratedFile?
  /// The list after that, if it differs.
  let manifest: GeneratedFile?
  /// The problems that prevent writing.
  let problems: [Diagnostic]
}

extension OutputFolder {
  /// What a run would do.
  ///
  /// A file is removed if the folder's list (`.authgen`) says which descriptor it is from, that descriptor is one of
  /// `inputs` or doesn't exist any more, this run doesn't make the file, and the file, if it is a client, still begins
  /// with authgen's line. So a run for other descriptors removes nothing of theirs, and no run removes what a person wrote.
  ///
  /// - Parameters:
  ///   - files: Everything that the run makes.
  ///   - inputs: All descriptors that the run read, also those that make no file.
  public func plan(_ files: [GeneratedFile], inputs: [String] = []) -> OutputPlan {
    reading {
      plan(files, inputs: inputs, in: $0)
    } failing: { error in
      OutputPlan(
        files: files, changed: files, leftovers: [], abandoned: [], journal: nil, manifest: nil,
        problems: error.diagnostics)
    }
  }

  /// What a run would do, and how the folder differs from what it would make. Nothing is written.
  public func check(
    _ files: [GeneratedFile], inputs: [String] = []
  ) -> (plan: OutputPlan, differences: [OutputDifference]) {
    reading { output in
      let plan = plan(files, inputs: inputs, in: output)
      return (plan, differences(from: plan, in: output))
    } failing: { error in
      let plan = plan(files, inputs: inputs)
      return (plan, error.diagnostics.map { OutputDifference(diagnostic: $0) })
    }
  }

  /// Runs `body` while no other process writes into the folder.
  func reading<Value>(_ body: (OutputFiles) -> Value, failing: (DiagnosticsError) -> Value) -> Value {
    do throws(DiagnosticsError) {
      let folder = try opened(.shared)
      defer { withExtendedLifetime(folder) {} }
      return body(OutputFiles(folder: folder))
    } catch {
      return failing(error)
    }
  }

  func plan(_ files: [GeneratedFile], inputs: [String], in output: OutputFiles) -> OutputPlan {
    let old = output.contents(OutputManifest.fileName, atMost: OutputManifest.maximumBytes)
    var sources = OutputSources(folder: path)
    let listed = OutputManifest(old.map { String(decoding: $0, as: UTF8.self) } ?? "", kind: kind)
    let read = Set((inputs + files.compactMap(\.source)).map { sources.reference(to: $0) })
    let past = listed.sources.filter { name, source in
      read.contains(source) || !sources.exists(source) || (try? output.entry(name)) == nil
    }.keys.sorted()
    var (during, after) = (listed, listed)
    for name in past { after.sources[name] = nil }
    for file in files {
      guard let source = file.source.map({ sources.reference(to: $0) }) else { continue }
      during.add(file.path, from: source)
      after.add(file.path, from: source)
    }
    let isListed = old != nil || !after.sources.isEmpty
    let (journal, list) = (during.file, after.file)
    let changed = files.filter { !output.isCurrent($0) }
    let made = Set(files.map(\.path))
    let folded = Dictionary(grouping: files.map(\.path)) { $0.lowercased() }
    let abandoned = past.filter { name in
      !made.contains(name) && folded[name.lowercased()]?.contains { output.isSame($0, name) } != true
    }
    return OutputPlan(
      files: files, changed: changed, leftovers: abandoned.filter { isOurs($0, output) }, abandoned: abandoned,
      journal: isListed && !output.isCurrent(journal) ? journal : nil,
      manifest: isListed && journal != list ? list : nil,
      problems: changed.compactMap { obstacle(to: $0.path, listed, output) }
        + [OutputManifest.fileName].compactMap { obstacle(to: $0, listed, output) })
  }

  /// A file that the list names, and that a person hasn't replaced.
  private func isOurs(_ name: String, _ output: OutputFiles) -> Bool {
    guard case .file = try? output.entry(name) else { return false }
    return kind == .tutorials || output.isGenerated(name)
  }

  private func obstacle(to name: String, _ listed: OutputManifest, _ output: OutputFiles) -> Diagnostic? {
    do throws(FileFailure) {
      if let obstacle = try output.entry(name)?.obstacle { return problem("cannot write: \(obstacle)", at: name) }
    } catch {
      return problem("cannot write: \(error.reason)", at: name)
    }
    // With the user's own templates a file may begin as it likes; the list knows it.
    guard name != OutputManifest.fileName, listed.sources[name] == nil, output.isForeign(name) else { return nil }
    return problem("cannot write: authgen didn't write this file; move it away, or choose another folder", at: name)
  }
}
