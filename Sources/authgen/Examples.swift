import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Examples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "examples", abstract: "Writes tests of the examples.",
    discussion: """
      One file per provider that has an example of a token answer. The tests sign in with the generated client against a \
      server that answers the examples, and compare what was read with what the descriptor expects. They need the type \
      Examples, which stands in Tests/Decoding/Support.swift of swift-auth-generator.
      """
  )

  @Argument(
    help: "Descriptor files, folders of them, or ids of the catalog such as auth0.",
    completion: .file(extensions: ["yaml", "yml"]))
  var inputs: [String]

  @Option(help: "The module that the generated clients stand in.")
  var module: String

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"), completion: .directory)
  var output: String

  func validate() throws { try output.checkNotEmpty("--output") }

  func run() throws {
    let result = GenerationPipeline(.examples(ExampleTests(module: module))).run(inputs, console: .standard)
    try Reporter(text: result.text).finish(Report(result.diagnostics))
    try Reporter.reporting { () throws(DiagnosticsError) in try OutputFolder(path: output).write(result.files) }
  }
}
