import ArgumentParser
import AuthDescriptor
import AuthGenerator

/// Loads and checks several descriptors, and goes on after one that is wrong, so that one run tells everything.
struct DescriptorRun {
  private(set) var errors: [Diagnostic] = []
  private(set) var warnings: [Diagnostic] = []

  /// The value that `step` makes of each descriptor that is right.
  mutating func results<Value>(
    of references: [String], _ step: (LoadedDescriptor) throws(DiagnosticsError) -> Value
  ) -> [Value] {
    let loader = DescriptorLoader()
    var values: [Value] = []
    for reference in references {
      do throws(DiagnosticsError) {
        let descriptor = try loader.load(reference)
        warnings += descriptor.warnings
        values.append(try step(descriptor))
      } catch {
        errors += error.diagnostics
      }
    }
    return values
  }

  /// The file of each descriptor that is right; two descriptors may not make one file.
  mutating func generatedFiles(of references: [String]) -> [GeneratedFile] {
    let generator = Generator()
    var owners = OutputOwners()
    return results(of: references) { descriptor throws(DiagnosticsError) in
      let file = try generator.file(for: descriptor)
      try owners.claim(file, for: descriptor)
      return file
    }
  }

  /// Prints everything; ends the command if there was an error.
  func finish() throws {
    Reporting.print((errors + warnings).inReadingOrder())
    if !errors.isEmpty { throw ExitCode.failure }
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
