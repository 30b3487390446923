import AuthDescriptor

/// The changes that a run makes to its output folder, decided before the first file is touched.
public struct OutputPlan: Sendable, Hashable {
  /// The change to a file.
  public enum Action: String, Sendable, Hashable {
    /// The file is new or different, is up to date, or is no longer generated.
    case write, unchanged, remove
  }

  /// One file, by its name in the folder.
  public struct Step: Sendable, Hashable {
    /// The path of the file, relative to the output folder.
    public var path: String
    /// The change to the file.
    public var action: Action

    package init(path: String, action: Action) {
      self.path = path
      self.action = action
    }
  }

  /// The changes to all files, sorted by name.
  public var steps: [Step] {
    let made = files.map { Step(path: $0.path, action: changed.contains($0) ? .write : .unchanged) }
    return (made + leftovers.map { Step(path: $0, action: .remove) }).sorted { $0.path < $1.path }
  }

  let files: [GeneratedFile]
  let changed: [GeneratedFile]
  /// The names of files that an earlier run generated and this run doesn't, and that still exist.
  let leftovers: [String]
  /// The names that this run removes from the folder's list.
  let abandoned: [String]
  /// The list while files are moved and removed. It names the old and the new files.
  let journal: GeneratedFile?
  /// The list after the changes, if it differs.
  let manifest: GeneratedFile?
  /// The list after the changes, or `nil` if the folder doesn't have one.
  let list: GeneratedFile?
  /// Whether the list names descriptors that this run didn't read.
  let isShared: Bool
  /// The problems that prevent writing.
  let problems: [Diagnostic]
}

extension OutputFolder {
  /// Plans a run.
  ///
  /// A file is removed if all of the following are true: the folder's list (`.authgen`) names its descriptor, that descriptor
  /// is one of `inputs` or no longer exists, this run doesn't generate the file, and the file still begins with authgen's
  /// line or, if it's a tutorial, has the contents that the list describes. So a run never removes files of other
  /// descriptors, or files that a person wrote.
  ///
  /// - Parameters:
  ///   - files: All files that the run generates.
  ///   - inputs: All descriptors that the run read, including those that generate no file.
  public func plan(_ files: [GeneratedFile], inputs: [String] = []) -> OutputPlan {
    reading {
      plan(files, inputs: inputs, in: $0)
    } failing: { error in
      OutputPlan(
        files: files, changed: files, leftovers: [], abandoned: [], journal: nil, manifest: nil, list: nil,
        isShared: false, problems: error.diagnostics)
    }
  }

  /// Plans a run, and compares the folder with the files that the run would generate. Nothing is written.
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
    let (during, after) = lists(replacing: past, of: listed, with: files, &sources)
    let isListed = old != nil || !after.sources.isEmpty
    let (journal, list) = (during.file, after.file)
    let changed = files.filter { !output.isCurrent($0) }
    let abandoned = abandoned(past, by: files, in: output)
    return OutputPlan(
      files: files, changed: changed, leftovers: abandoned.filter { isOurs($0, listed, output) }, abandoned: abandoned,
      journal: isListed && !output.isCurrent(journal) ? journal : nil,
      manifest: isListed && journal != list ? list : nil, list: isListed ? list : nil,
      isShared: !read.isSuperset(of: after.sources.values),
      problems: changed.compactMap { obstacle(to: $0.path, listed, output) }
        + [OutputManifest.fileName].compactMap { obstacle(to: $0, listed, output) })
  }

  /// Returns the list that is valid while files are moved and removed, and the list that is valid afterward.
  private func lists(
    replacing past: [String], of listed: OutputManifest, with files: [GeneratedFile], _ sources: inout OutputSources
  ) -> (during: OutputManifest, after: OutputManifest) {
    var (during, after) = (listed, listed)
    for name in past { after.remove(name) }
    for file in files {
      guard let source = file.source.map({ sources.reference(to: $0) }) else { continue }
      during.add(file, from: source)
      after.remove(file.path)
      after.add(file, from: source)
    }
    return (during, after)
  }

  /// Returns the earlier names that no new file has. If the file system ignores case, so does this comparison.
  private func abandoned(_ past: [String], by files: [GeneratedFile], in output: OutputFiles) -> [String] {
    let made = Set(files.map(\.path))
    let folded = Dictionary(grouping: files.map(\.path)) { $0.lowercased() }
    return past.filter { name in
      !made.contains(name) && folded[name.lowercased()]?.contains { output.isSame($0, name) } != true
    }
  }

  /// Whether a file is on the list and no person has replaced it.
  private func isOurs(_ name: String, _ listed: OutputManifest, _ output: OutputFiles) -> Bool {
    guard case .file = try? output.entry(name) else { return false }
    switch kind {
    case .clients: return output.isGenerated(name)
    case .tutorials: return isListed(name, listed, output)
    }
  }

  private func obstacle(to name: String, _ listed: OutputManifest, _ output: OutputFiles) -> Diagnostic? {
    do throws(FileFailure) {
      if let obstacle = try output.entry(name)?.obstacle { return problem("cannot write: \(obstacle)", at: name) }
    } catch {
      return problem("cannot write: \(error.reason)", at: name)
    }
    guard name != OutputManifest.fileName, output.isForeign(name), !isListed(name, listed, output) else { return nil }
    return problem("cannot write: authgen didn't write this file; move it away, or choose another folder", at: name)
  }

  /// Whether the list says that authgen wrote a file without its line.
  private func isListed(_ name: String, _ listed: OutputManifest, _ output: OutputFiles) -> Bool {
    switch kind {
    // A client from the user's own templates can begin with any line.
    case .clients: listed.sources[name] != nil
    case .tutorials: output.hasContents(of: name, in: listed)
    }
  }
}
