import ArgumentParser
import AuthDescriptor
import AuthGenerator

/// Loads, checks and generates several descriptors, and goes on after one that is wrong, so that one run tells
/// everything.
struct DescriptorRun {
  let loader = DescriptorLoader()
  private(set) var templates = TemplateSet.builtIn
  private(set) var diagnostics: [Diagnostic] = []
  /// The file of each descriptor that is right.
  private(set) var files: [GeneratedFile] = []
  /// All descriptors that were read, families included.
  private(set) var sources: [String] = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  init(_ options: DescriptorOptions, console: Console) {
    self.init(
      references: options.inputs, templates: options.templates, access: options.access, console: console)
  }

  init(references: [String], templates folder: String?, access: AccessLevel, console: Console) {
    readTemplates(folder)
    let inputs = DescriptorInputs(references)
    diagnostics += inputs.findings
    generate(inputs.inputs, access: access, console: console)
  }

  private mutating func readTemplates(_ folder: String?) {
    guard let folder else { return }
    do throws(DiagnosticsError) {
      let contents = try TemplateFolder(path: folder).read()
      templates = contents.templates
      diagnostics += contents.warnings + templates.findings
    } catch {
      diagnostics += error.diagnostics
    }
  }

  private mutating func generate(_ inputs: [DescriptorInputs.Input], access: AccessLevel, console: Console) {
    let generator = Generator(templates: templates, access: access)
    var owners = OutputOwners()
    var progress = Progress(total: inputs.count, console: console)
    defer { progress.finish() }
    for input in inputs {
      do throws(DiagnosticsError) {
        if let descriptor = try load(input) { try add(descriptor, generator, &owners) }
      } catch {
        diagnostics += error.diagnostics
      }
      progress.step()
    }
  }

  private mutating func load(_ input: DescriptorInputs.Input) throws(DiagnosticsError) -> LoadedDescriptor? {
    guard input.isMember else { return try loader.load(input.reference) }
    let descriptor = try loader.load(member: input.reference)
    if descriptor == nil { sources.append(input.reference) }
    return descriptor
  }

  private mutating func add(
    _ descriptor: LoadedDescriptor, _ generator: Generator, _ owners: inout OutputOwners
  ) throws(DiagnosticsError) {
    sources.append(descriptor.file)
    diagnostics += descriptor.warnings
    let file = try generator.file(for: descriptor)
    try owners.claim(file, for: descriptor)
    files.append(file)
  }

  /// The text of a file by the name that findings give it.
  func text(of file: String) -> String? {
    templates.text(displayName: file) ?? loader.text(ofFile: file)
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
