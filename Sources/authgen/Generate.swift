import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes one Swift file per provider.",
    discussion: """
      A file is named after its type, and NAME.auth.yaml makes NAME.swift. Nothing is written if any descriptor has \
      an error. Of a folder all *.yaml below it are taken, hidden ones and links to folders left out; families in it \
      (abstract: true) are checked and make no file.

      The file .authgen in the output folder lists which file comes from which descriptor; commit it with them. A file \
      on this list is removed when its descriptor is gone, or was given to this run and makes another file now, \
      provided that it still begins with authgen's line. No other file is ever removed.

      With --format json one object is printed to standard output. Its keys are diagnostics (each with file, line, \
      column, severity, code, message, note, diff) and files (each with path and action: write, unchanged or remove).
      """
  )

  @OptionGroup var options: DescriptorOptions

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"), completion: .directory)
  var output: String

  @Option(
    help: """
      Who may use the generated declarations; internal for a descriptor beside an app's code (NAME.auth.yaml) and public \
      for others, unless this or the settings say so.
      """)
  var access: AccessLevel?

  @Flag(help: "Write nothing; show the difference and fail if a file is not what its descriptor says.")
  var check = false

  @Flag(help: "Write nothing; tell what would be written, left alone and removed.")
  var dryRun = false

  func validate() throws {
    if check, dryRun { throw ValidationError("--check and --dry-run exclude each other.") }
  }

  func run() throws {
    let console = Console.standard
    let run = DescriptorRun(options, access: access, console: console)
    let reporter = Reporter(format: options.format, console: console, text: run.text)
    var report = Report(run.diagnostics)
    guard !run.hasErrors else { return try reporter.finish(report) }
    let folder = OutputFolder(path: output)
    let plan = folder.plan(run.files, inputs: run.sources)
    report.steps = plan.steps
    if check {
      report.add(folder.differences(from: plan))
    } else if dryRun {
      if options.format == .text { tell(plan.steps, console) }
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

extension AccessLevel: ExpressibleByArgument {}
