import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print a JSON Schema for editors.",
    discussion: """
      An editor that supports YAML and JSON Schema completes and checks a descriptor that begins with this line:
      # yaml-language-server: $schema=PATH
      """
  )

  @Argument(
    help: "The schema's kind: descriptors, descriptors next to an app's code, or settings.")
  var kind = JSONSchema.Kind.descriptor

  @Option(help: ArgumentHelp("The file to write to.", valueName: "file"), completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Replace an existing file that differs.")
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
