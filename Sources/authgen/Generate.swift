import ArgumentParser
import AuthDescriptor
import AuthGenerator

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes one Swift file per provider.",
    discussion: "Nothing is written if any descriptor has an error."
  )

  @Argument(help: "Descriptor files, or ids of the catalogue such as auth0.")
  var files: [String]

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Flag(help: "Write nothing; fail if a file differs from its descriptor.")
  var check = false

  func run() throws {
    let generator = Generator()
    var run = DescriptorRun()
    var owners = OutputOwners()
    let generated = run.results(of: files) { descriptor throws(DiagnosticsError) in
      let file = try generator.file(for: descriptor)
      try owners.claim(file, for: descriptor)
      return file
    }
    try run.finish()
    try check ? compare(generated) : write(generated)
  }

  private func write(_ generated: [GeneratedFile]) throws {
    do throws(DiagnosticsError) {
      try OutputFolder(path: output).write(generated)
    } catch {
      Reporting.print(error.diagnostics)
      throw ExitCode.failure
    }
  }

  private func compare(_ generated: [GeneratedFile]) throws {
    let differences = OutputFolder(path: output).differences(from: generated)
    for difference in differences { Reporting.print(line: difference.description) }
    if !differences.isEmpty { throw ExitCode.failure }
  }
}

/// Which descriptor makes which file: two descriptors of one type would overwrite each other.
private struct OutputOwners {
  private var owners: [String: LoadedDescriptor] = [:]

  mutating func claim(_ file: GeneratedFile, for descriptor: LoadedDescriptor) throws(DiagnosticsError) {
    // A case-insensitive file system takes `Acme.swift` and `ACME.swift` for one file.
    guard let owner = owners.updateValue(descriptor, forKey: file.path.lowercased()) else { return }
    let message = "\(owner.fileName) becomes \(file.path) already; state another name with 'swift.type'"
    let location = descriptor.location(of: ["swift", "type"])
    throw DiagnosticsError([Diagnostic(.nameConflict, message, at: location)])
  }
}
