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
    var report = Report(result.diagnostics)
    let plan = result.hasErrors ? nil : apply(result, to: OutputFolder(path: output, kind: kind), &report)
    if dryRun, format == .text { show(report.steps, console) }
    try Reporter(format: format, console: console, text: result.text).finish(report)
    return isWriting ? plan : nil
  }

  /// Writes, compares, or plans the files, and reports the changes.
  ///
  /// - Returns: The changes, or `nil` if they couldn't be written.
  private func apply(_ result: GenerationResult, to folder: OutputFolder, _ report: inout Report) -> OutputPlan? {
    let plan: OutputPlan
    if check {
      let differences: [OutputDifference]
      (plan, differences) = folder.check(result.files, inputs: result.sources)
      report.add(differences)
    } else if dryRun {
      plan = folder.plan(result.files, inputs: result.sources)
    } else {
      do throws(DiagnosticsError) { plan = try folder.update(result.files, inputs: result.sources) } catch {
        report.items += error.diagnostics.map { Report.Item(diagnostic: $0) }
        return nil
      }
    }
    report.steps = plan.steps
    return plan
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
