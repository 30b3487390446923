import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of descriptors, for editors.",
    discussion: """
      An editor that knows YAML and JSON Schema completes and checks a descriptor that begins with the line
      # yaml-language-server: $schema=PATH
      """
  )

  @Option(help: ArgumentHelp("The file to write to.", valueName: "file"), completion: .file(extensions: ["json"]))
  var output: String?

  func run() throws {
    guard let output else { return print(JSONSchema.descriptor, terminator: "") }
    let url = URL(fileURLWithPath: output)
    let file = GeneratedFile(path: url.lastPathComponent, contents: JSONSchema.descriptor)
    try Reporter.reporting { () throws(DiagnosticsError) in
      try OutputFolder(path: url.deletingLastPathComponent().relativePath).write([file])
    }
  }
}
