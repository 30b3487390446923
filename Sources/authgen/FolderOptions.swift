import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// The output folder of `generate` and `docs`, and whether they only show the changes.
struct FolderOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"), completion: .directory)
  var output: String

  @Flag(help: "Write nothing. Show the differences, and fail if a file is out of date.")
  var check = false

  @Flag(help: "Write nothing. List the files that would be written, unchanged, or removed.")
  var dryRun = false

  func validate() throws {
    try output.checkNotEmpty("--output")
    if check, dryRun { throw ValidationError("--check and --dry-run can't be used together.") }
  }

  /// Whether the command writes its files.
  var isWriting: Bool { !check && !dryRun }

  /// The folder of clients to write to.
  var outputFolder: OutputFolder { OutputFolder(path: output) }

  /// Reports a run that was skipped, because it would change none of the files.
  func finish(unchanged files: OutputDigests, format: ReportFormat, console: Console) throws {
    var report = Report()
    report.steps = files.unchanged
    try Reporter(format: format, console: console).finish(report)
  }

  /// Writes, compares, or lists the files of a run. Ends the command if there is an error.
  ///
  /// - Returns: The changes, or `nil` if the command writes nothing.
  @discardableResult func finish(
    _ result: GenerationResult, as kind: OutputKind, format: ReportFormat, console: Console
  ) throws -> OutputPlan? {
    let reporter = Reporter(format: format, console: console, text: result.text)
    var report = Report(result.diagnostics)
    var written: OutputPlan?
    guard !result.hasErrors else {
      try reporter.finish(report)
      return nil
    }
    let folder = OutputFolder(path: output, kind: kind)
    if check {
      let (plan, differences) = folder.check(result.files, inputs: result.sources)
      report.steps = plan.steps
      report.add(differences)
    } else if dryRun {
      report.steps = folder.plan(result.files, inputs: result.sources).steps
      if format == .text { show(report.steps, console) }
    } else {
      do throws(DiagnosticsError) {
        let plan = try folder.update(result.files, inputs: result.sources)
        report.steps = plan.steps
        written = plan
      } catch {
        report.items += error.diagnostics.map { Report.Item(diagnostic: $0) }
      }
    }
    try reporter.finish(report)
    return written
  }

  private func show(_ steps: [OutputPlan.Step], _ console: Console) {
    for step in steps { console.writeOutput("\(step.action.rawValue) \(step.path.plainText(limit: .max))\n") }
  }
}

extension String {
  /// Rejects an empty path, which would mean a different folder than the user expects.
  func checkNotEmpty(_ option: String) throws {
    if isEmpty { throw ValidationError("\(option) is empty; pass a path, or '.' for the current folder") }
  }
}
