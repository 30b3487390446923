import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Write a draft of a descriptor from a pasted document.",
    discussion: """
      The document is a discovery document (RFC 8414 or OpenID Connect), an OpenAPI document in JSON or YAML with \
      components.securitySchemes, or a curl command that requests tokens, with its response. The command doesn't use the \
      network, and the draft contains no tokens or secrets of the document. TODO marks what the document lacks: complete \
      it, and then run authgen validate. For a server that you can reach, authctl init finds more.
      """
  )

  @Argument(help: "The file with the document.", completion: .file())
  var file: String

  @Option(help: "The descriptor's ID. The default is the name of --output, or a part of the host.")
  var id: String?

  @Option(help: "The provider's display name.")
  var name: String?

  @Option(
    help: ArgumentHelp("The file to write, or - for standard output. The default is ID.yaml.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    try file.checkNotEmpty("The file")
    try output?.checkNotEmpty("--output")
  }

  func run() throws {
    let target = output == "-" ? nil : output
    let written = try Reporter.reporting { () throws(DiagnosticsError) -> String? in
      let source = DescriptorImport(file: file, id: id ?? target.flatMap(DraftNames.id(file:)), name: name)
      let draft = try source.draft(of: try contents())
      guard output != "-" else {
        StandardStream.output.print(draft.text, terminator: "")
        return nil
      }
      let path = target ?? "\(draft.id).yaml"
      try write(draft.text, to: path)
      return path
    }
    guard let written else { return }
    StandardStream.error.print(
      "wrote \(written); complete the lines marked TODO, then run: authgen validate \(written)")
  }

  private func contents() throws(DiagnosticsError) -> Data {
    do throws(FileFailure) {
      return try RegularFile.beginning(of: file, atMost: DescriptorImport.sizeLimit + 1)
    } catch {
      let place = SourceLocation(file: file)
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "the file can't be read: \(error.reason)", at: place)])
    }
  }

  private func write(_ text: String, to path: String) throws(DiagnosticsError) {
    let url = URL(fileURLWithPath: path)
    let file = GeneratedFile(path: url.lastPathComponent, contents: text)
    try OutputFolder(path: url.deletingLastPathComponent().relativePath).write(file, at: path, replacing: force)
  }
}
