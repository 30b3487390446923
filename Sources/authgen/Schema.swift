import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints a JSON Schema, for editors.",
    discussion: """
      An editor that knows YAML and JSON Schema completes and checks a descriptor that begins with the line
      # yaml-language-server: $schema=PATH
      """
  )

  @Argument(
    help: "Of what: descriptors, those beside an app's code (NAME.auth.yaml), or settings (auth-generator.yaml).")
  var kind = JSONSchema.Kind.descriptor

  @Option(help: ArgumentHelp("The file to write to.", valueName: "file"), completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Replace a file that exists and differs.")
  var force = false

  func validate() throws { try output?.checkNotEmpty("--output") }

  func run() throws {
    let text = JSONSchema.text(of: kind)
    guard let output else { return StandardStream.output.print(text, terminator: "") }
    let url = URL(fileURLWithPath: output)
    let file = GeneratedFile(path: url.lastPathComponent, contents: text)
    try Reporter.reporting { () throws(DiagnosticsError) in
      try OutputFolder(path: url.deletingLastPathComponent().relativePath).write([file], replacing: force)
    }
  }
}

extension JSONSchema.Kind: ExpressibleByArgument {}
