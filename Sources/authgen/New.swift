import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a minimal package that signs a user in.",
    discussion: """
      The package is ready to build. The build plugin generates its client from a one-line descriptor, 'extends: \
      PROVIDER', or from a copy of the descriptor that --provider names. The plugin and the runtime come from \
      --package. The default is the current folder if it's a checkout of swift-auth-generator.
      """
  )

  @Argument(help: "The name of the package and its program, such as Hello.")
  var name: String

  @Option(help: "A provider of the catalog, such as auth0, or the path of a descriptor.")
  var provider: String

  @Option(
    help: ArgumentHelp("The location of swift-auth-generator: a folder or a repository URL.", valueName: "place"))
  var package: String?

  @Option(help: ArgumentHelp("The parent folder of the new package.", valueName: "dir"), completion: .directory)
  var output = "."

  @Flag(help: "Create a web app with Hummingbird instead of a command-line program.")
  var web = false

  func validate() throws {
    try output.checkNotEmpty("--output")
    guard !FileName.isReserved(name) else {
      throw ValidationError("Windows reserves the name '\(name)'; choose another one")
    }
    let isName = name.utf8.allSatisfy { $0.isASCIILetter || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    guard isName, name.utf8.first?.isASCIILetter == true, name.utf8.count <= 40 else {
      throw ValidationError("'\(name)' isn't a valid package name; use letters and digits, such as 'Hello'")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: output, isDirectory: true).appendingPathComponent(name, isDirectory: true)
    let origin = try origin(seenFrom: folder)
    let written = try Reporter.reporting { () throws(DiagnosticsError) in
      let loaded = try DescriptorLoader().load(provider)
      let files = try NewPackage(name: name, origin: origin, kind: web ? .web : .commandLine)
        .files(for: loaded, text: try text(of: loaded))
      try rejectExisting(folder)
      // Write through the folder that the user names, so that a symbolic link at its path is rejected.
      let inFolder = files.map { GeneratedFile(path: "\(name)/\($0.path)", contents: $0.contents) }
      try OutputFolder(path: output).write(inFolder)
      return inFolder
    }
    StandardStream.output.print(written.map(\.path).joined(separator: "\n"))
    let place = output == "." ? name : output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    StandardStream.output.print("Next: cd \(ShellWord.quoted(place)) && swift run (after the steps in README.md)")
  }

  /// One line for a provider of the catalog, or a copy of any other descriptor.
  private func text(of loaded: LoadedDescriptor) throws(DiagnosticsError) -> String {
    guard !loaded.file.hasPrefix(SourceLocation.builtInPrefix) else { return "extends: \(provider)\n" }
    let place = SourceLocation(file: loaded.file)
    guard let text = DescriptorLoader().text(ofFile: loaded.file) else {
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "cannot read '\(loaded.file)'", at: place)])
    }
    let isPinned = loaded.text(at: ["discovery", "mode"]) == "pinned"
    guard !isPinned, loaded.text(at: ["extends"])?.contains(where: { "/\\.".contains($0) }) != true else {
      let message = "the descriptor needs other files, which can't be copied; write the package by hand"
      throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: place)])
    }
    return text
  }

  private func origin(seenFrom folder: URL) throws -> NewPackage.Origin {
    guard let package else {
      let here = URL(fileURLWithPath: ".", isDirectory: true).standardizedFileURL
      guard Self.isThisPackage(here) else {
        throw ValidationError(
          "Missing --package. Pass the path of a swift-auth-generator checkout, or its repository URL.")
      }
      return .folder(here.path)
    }
    guard case .folder(let path) = NewPackage.Origin(place: package) else { return .url(package) }
    let place = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    guard Self.isThisPackage(place) else {
      throw ValidationError("'\(package)' isn't a checkout of swift-auth-generator.")
    }
    return .folder(place.path)
  }

  private static func isThisPackage(_ folder: URL) -> Bool {
    ["Package.swift", "Plugins/AuthGeneratorPlugin", "Sources/authgen"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }

  private func rejectExisting(_ folder: URL) throws(DiagnosticsError) {
    let contents = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard contents?.isEmpty ?? !FileManager.default.fileExists(atPath: folder.path) else {
      let problem = contents == nil ? "a file with this name exists" : "the folder isn't empty"
      let message = "\(problem); choose another name"
      let place = SourceLocation(file: folder.relativePath)
      throw DiagnosticsError([Diagnostic(.generation.unwritableOutput, message, at: place)])
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}
