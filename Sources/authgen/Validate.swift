import ArgumentParser
import AuthGenerator

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Reports every error and warning of descriptors.",
    discussion: """
      Goes through all of the generation, so what is valid here can be generated. Of a folder all *.yaml below it are \
      taken, hidden ones and links to folders left out; of families in it (abstract: true) the keys are checked. \
      'authgen explain CODE' tells more about a finding.
      """
  )

  @OptionGroup var options: DescriptorOptions

  func run() throws {
    let console = Console.standard
    let result = GenerationPipeline(options) { .clients(.builtIn, $0) }.run(options.inputs, console: console)
    try Reporter(format: options.format, console: console, text: result.text).finish(Report(result.diagnostics))
  }
}
