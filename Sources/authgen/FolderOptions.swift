import ArgumentParser
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
    if check, dryRun { throw ValidationError("--check and --dry-run exclude each other.") }
  }

  /// Writes what a run has made, compares it or tells of it; ends the command if something is wrong.
  func finish(_ run: DescriptorRun, as kind: OutputKind, format: ReportFormat, console: Console) throws {
    let reporter = Reporter(format: format, console: console, text: run.text)
    var report = Report(run.diagnostics)
    guard !run.hasErrors else { return try reporter.finish(report) }
    let folder = OutputFolder(path: output, kind: kind)
    let plan = folder.plan(run.files, inputs: run.sources)
    report.steps = plan.steps
    if check {
      report.add(folder.differences(from: plan))
    } else if dryRun {
      if format == .text { tell(plan.steps, console) }
    } else {
      let failures = failures(of: folder, plan)
      report.items += failures.map { Report.Item(diagnostic: $0) }
      if !failures.isEmpty { report.steps = [] }
    }
    try reporter.finish(report)
  }

  private func tell(_ steps: [OutputPlan.Step], _ console: Console) {
    for step in steps { console.writeOutput("\(step.action.rawValue) \(step.path)\n") }
  }

  private func failures(of folder: OutputFolder, _ plan: OutputPlan) -> [Diagnostic] {
    do throws(DiagnosticsError) {
      try folder.apply(plan)
      return []
    } catch {
      return error.diagnostics
    }
  }
}
