import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Examples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "examples", abstract: "Write tests of the examples.",
    discussion: """
      Writes one file per provider that has an example of a token response. The tests sign in with the generated \
      client to a server that returns the examples, and compare the results with the descriptor's expectations. They \
      need the type Examples from Tests/Decoding/Support.swift of swift-auth-generator.
      """
  )

  @Argument(
    help: "The descriptors: files, folders, or IDs of the catalog, such as auth0.",
    completion: .file(extensions: ["yaml", "yml"]))
  var inputs: [String]

  @Option(help: "The module that contains the generated clients.")
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
