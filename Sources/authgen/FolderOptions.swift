import ArgumentParser
import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// Where `generate` and `docs` write to, and whether they only tell.
struct FolderOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"), completion: .directory)
  var output: String

  @Flag(help: "Write nothing; show the difference and fail if a file is not what its descriptor says.")
  var check = false

  @Flag(help: "Write nothing; tell what would be written, left alone and removed.")
  var dryRun = false

  func validate() throws {
    try output.checkNotEmpty("--output")
    if check, dryRun { throw ValidationError("--check and --dry-run exclude each other.") }
  }

  /// Writes what a run has made, compares it or tells of it; ends the command if something is wrong.
  func finish(_ result: GenerationResult, as kind: OutputKind, format: ReportFormat, console: Console) throws {
    let reporter = Reporter(format: format, console: console, text: result.text)
    var report = Report(result.diagnostics)
    guard !result.hasErrors else { return try reporter.finish(report) }
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
        report.steps = try folder.update(result.files, inputs: result.sources).steps
      } catch {
        report.items += error.diagnostics.map { Report.Item(diagnostic: $0) }
      }
    }
    try reporter.finish(report)
  }

  private func show(_ steps: [OutputPlan.Step], _ console: Console) {
    for step in steps { console.writeOutput("\(step.action.rawValue) \(step.path.plainText(limit: .max))\n") }
  }
}

extension String {
  /// An empty path would mean another folder than the user thinks.
  func checkNotEmpty(_ option: String) throws {
    if isEmpty { throw ValidationError("\(option) is empty; name a path, or '.' for the current folder") }
  }
}
