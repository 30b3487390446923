import ArgumentParser
import AuthGenerator

struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Report all errors and warnings in descriptors.",
    discussion: """
      Runs all of the generation, so a valid descriptor can always be generated. For a folder, authgen reads all \
      *.yaml files in it and its subfolders, except hidden files and linked folders. For families (abstract: true) in \
      a folder, it checks the keys. If the folder of a descriptor contains the file auth-generator.lock, authgen \
      reports each fact that differs from it. To learn more about a diagnostic, run 'authgen explain CODE'.
      """
  )

  @OptionGroup var options: DescriptorOptions

  func run() throws {
    let console = Console.standard
    let result = GenerationPipeline(options) { .clients(.builtIn, $0) }.run(options.inputs, console: console)
    try Reporter(format: options.format, console: console, text: result.text).finish(Report(result.diagnostics))
  }
}
