import ArgumentParser
import AuthDescriptor
import AuthGenerator
import Foundation

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes a small package that signs a user in.",
    discussion: """
      The package builds at once: its client is made by the build plugin from a descriptor of one line, \
      'extends: PROVIDER', or from a copy of the descriptor that --provider names. It takes the plugin and the runtime \
      from --package; in a checkout of swift-auth-generator that is the checkout itself.
      """
  )

  @Argument(help: "The package's and the program's name.")
  var name: String

  @Option(help: "A provider of the catalog, such as auth0, or the path of a descriptor.")
  var provider: String

  @Option(
    help: ArgumentHelp("Where swift-auth-generator is: a folder, or the URL of a repository.", valueName: "place"))
  var package: String?

  @Option(help: ArgumentHelp("The folder to make the package's folder in.", valueName: "dir"), completion: .directory)
  var output = "."

  func validate() throws {
    try output.checkNotEmpty("--output")
    guard !FileName.isReserved(name) else {
      throw ValidationError("Windows reserves the name '\(name)'; choose another one")
    }
    let isName = name.utf8.allSatisfy { $0.isASCIILetter || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
    guard isName, name.utf8.first?.isASCIILetter == true, name.utf8.count <= 40 else {
      throw ValidationError("'\(name)' is no name for a package; expected letters and digits, such as 'Hello'")
    }
  }

  func run() throws {
    let folder = URL(fileURLWithPath: output, isDirectory: true).appendingPathComponent(name, isDirectory: true)
    let origin = try origin(seenFrom: folder)
    let written = try Reporter.reporting { () throws(DiagnosticsError) in
      let loaded = try DescriptorLoader().load(provider)
      let files = try NewPackage(name: name, origin: origin).files(for: loaded, text: try text(of: loaded))
      try rejectExisting(folder)
      // Through the folder that the user names, so that a symbolic link in its place is rejected.
      let inFolder = files.map { GeneratedFile(path: "\(name)/\($0.path)", contents: $0.contents) }
      try OutputFolder(path: output).write(inFolder)
      return inFolder
    }
    StandardStream.output.print(written.map(\.path).joined(separator: "\n"))
    let place = output == "." ? name : output.hasSuffix("/") ? output + name : "\(output)/\(name)"
    StandardStream.output.print("Next: cd \(place.quotedForShell) && swift run; README.md says what to register first.")
  }

  /// One line for a provider of the catalog, a copy of any other descriptor.
  private func text(of loaded: LoadedDescriptor) throws(DiagnosticsError) -> String {
    guard !loaded.file.hasPrefix(SourceLocation.builtInPrefix) else { return "extends: \(provider)\n" }
    let place = SourceLocation(file: loaded.file)
    guard let text = DescriptorLoader().text(ofFile: loaded.file) else {
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, "cannot read '\(loaded.file)'", at: place)])
    }
    let isPinned = loaded.text(at: ["discovery", "mode"]) == "pinned"
    guard !isPinned, loaded.text(at: ["extends"])?.contains(where: { "/\\.".contains($0) }) != true else {
      let message = "the descriptor needs other files, which would stay behind; write the package by hand"
      throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: place)])
    }
    return text
  }

  private func origin(seenFrom folder: URL) throws -> NewPackage.Origin {
    guard let package else {
      let here = URL(fileURLWithPath: ".", isDirectory: true).standardizedFileURL
      guard Self.isThisPackage(here) else {
        throw ValidationError("Say with --package where swift-auth-generator is: a folder, or the URL of a repository.")
      }
      return .folder(here.path)
    }
    guard case .folder(let path) = NewPackage.Origin(place: package) else { return .url(package) }
    let place = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    guard Self.isThisPackage(place) else {
      throw ValidationError("There is no swift-auth-generator in '\(package)'.")
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
      let problem = contents == nil ? "there is a file of that name" : "the folder is not empty"
      let message = "\(problem); choose another name"
      let place = SourceLocation(file: folder.relativePath)
      throw DiagnosticsError([Diagnostic(.generation.unwritableOutput, message, at: place)])
    }
  }
}

extension String {
  /// As one word of a command line.
  fileprivate var quotedForShell: String {
    let plain = utf8.allSatisfy { $0.isASCIILetter || (48...57).contains($0) || "_-./~".utf8.contains($0) }
    return plain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}
