import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes one Swift file per provider.",
    discussion: "Nothing is written if any descriptor has an error."
  )

  @Argument(help: "Descriptor files, or ids of the catalogue such as auth0.")
  var files: [String]

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Flag(help: "Write nothing; fail if a file differs from its descriptor.")
  var check = false

  func run() throws {
    var run = DescriptorRun()
    let generated = run.generatedFiles(of: files)
    try run.finish()
    try check ? compare(generated) : write(generated)
  }

  private func write(_ generated: [GeneratedFile]) throws {
    do throws(DiagnosticsError) {
      try OutputFolder(path: output).write(generated)
    } catch {
      Reporting.print(error.diagnostics)
      throw ExitCode.failure
    }
  }

  private func compare(_ generated: [GeneratedFile]) throws {
    let differences = OutputFolder(path: output).differences(from: generated)
    for difference in differences { Reporting.print(line: difference.description) }
    if !differences.isEmpty { throw ExitCode.failure }
  }
}
