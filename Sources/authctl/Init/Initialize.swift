import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl init`: writes a descriptor from a live discovery document.
struct Initialize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a descriptor from a live discovery document.",
    discussion: """
      Keys and comments come from the document. TODO marks what you need to add. The result loads without errors. \
      After your changes, run authgen validate to find errors, and authctl doctor to compare with the server.
      """)

  @Argument(help: "The issuer, exactly as the server spells it, with or without a slash at the end.")
  var issuer: String

  @Option(help: "The descriptor's ID. The default is the name of --output, or a part of the host.")
  var id: String?

  @Option(help: "The provider's display name.")
  var name: String?

  @Option(help: ArgumentHelp("The file to write, or - for standard output. The default is ID.yaml.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let fetch = MetadataFetch(transport: try CommandTransport.make(trustRoot: trust.trustRoot))
    let file = output == "-" ? nil : output
    let writing = DescriptorWriter(issuer: issuer, id: id ?? file.flatMap(DraftNames.id(file:)), name: name)
    let written = try await writing.descriptor(fetch: fetch)
    guard output != "-" else { return StandardStream.output.print(written.text, terminator: "") }
    let path = file ?? "\(written.id).yaml"
    try NewFile.write(written.text, to: path, overwriting: force)
    StandardError.print("wrote \(path); complete the lines marked TODO, then run: authgen validate \(path)")
  }
}
