import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl init`: a descriptor from a live discovery document.
struct Initialize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a descriptor from a live discovery document.",
    discussion: """
      What the document says becomes keys and comments; TODO marks what a person must still say. What is written loads \
      without errors: authgen validate lists them after your changes, and authctl doctor compares with the server.
      """)

  @Argument(help: "The issuer, exactly as the server spells it: with or without a slash at the end.")
  var issuer: String

  @Option(help: "The descriptor's id. Without it: the name of --output, or a part of the host.")
  var id: String?

  @Option(help: "The name to show to people.")
  var name: String?

  @Option(help: ArgumentHelp("The file to write, - for standard output. Without it: ID.yaml here.", valueName: "file"))
  var output: String?

  @Flag(help: "Overwrite the file.")
  var force = false

  @Option(help: ArgumentHelp("Trust exactly the authorities in this file, not the system's.", valueName: "ca.pem"))
  var trustRoot: String?

  func run() async throws {
    let fetch = MetadataFetch(transport: try CommandTransport.make(trustRoot: trustRoot))
    let file = output == "-" ? nil : output
    let writing = DescriptorWriter(issuer: issuer, id: id ?? file.flatMap(DraftNames.id(file:)), name: name)
    let written = try await writing.descriptor(fetch: fetch)
    guard output != "-" else { return StandardStream.output.print(written.text, terminator: "") }
    let path = file ?? "\(written.id).yaml"
    try NewFile.write(written.text, to: path, overwriting: force)
    StandardError.print("wrote \(path); fill in what is marked TODO, then: authgen validate \(path)")
  }
}

enum NewFile {
  /// Writes a file that doesn't exist yet, or replaces one if that is wanted. A symbolic link is never followed, and a
  /// folder, device or FIFO is never replaced.
  static func write(_ text: String, to path: String, overwriting: Bool) throws(ReportedFailure) {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    do throws(FileFailure) {
      guard !path.isEmpty else { throw FileFailure("the path is empty") }
      guard !FileName.isReserved(name) else { throw FileFailure("Windows reserves this name") }
      guard let folder = try FolderHandle.open(url.deletingLastPathComponent().path) else {
        throw FileFailure("its folder is missing")
      }
      let data = Data(text.utf8)
      switch folder.entry(name) {
      case nil: return try folder.create(name, with: data)
      case .folder?: throw FileFailure("a folder is in the way")
      case .other?: throw FileFailure("a device, FIFO or socket is in the way")
      case .file?, .link?: break
      }
      if overwriting {
        let staged = ".\(name).\(UInt64.random(in: .min ... .max)).new"
        try folder.create(staged, with: data)
        return try folder.move(staged, to: folder, as: name)
      }
    } catch {
      throw ReportedFailure(line: "unwritableFile: \(path) can't be written: \(error.reason)")
    }
    throw ReportedFailure(line: "fileExists: \(path) exists already; --force overwrites it")
  }
}
