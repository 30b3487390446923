import AuthDescriptor
import AuthGenerator

/// Loads, checks and generates several descriptors, and goes on after one that is wrong, so that one run tells
/// everything.
struct DescriptorRun {
  private(set) var loader = DescriptorLoader()
  private(set) var templates = TemplateSet.builtIn
  private(set) var diagnostics: [Diagnostic] = []
  /// The file of each descriptor that is right.
  private(set) var files: [GeneratedFile] = []
  /// All descriptors that were read, families included.
  private(set) var sources: [String] = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  init(_ options: DescriptorOptions, access: AccessLevel? = nil, console: Console) {
    readPacks(options.packs)
    readTemplates(options.templates)
    var settings = readSettings(options.settings)
    settings.access = access ?? settings.access
    generate(options.inputs, settings, console: console)
  }

  /// - Parameter folder: The templates.
  init(references: [String], templates folder: String, console: Console) {
    readTemplates(folder)
    generate(references, GeneratorSettings(), console: console)
  }

  private mutating func readPacks(_ folders: [String]) {
    var catalogue = Catalogue.builtIn
    for folder in folders {
      do throws(DiagnosticsError) { catalogue = try catalogue.adding(pack: folder) } catch {
        diagnostics += error.diagnostics
      }
    }
    if !folders.isEmpty { loader = DescriptorLoader(catalogue: catalogue) }
  }

  private mutating func readSettings(_ path: String?) -> GeneratorSettings {
    guard let path else { return GeneratorSettings() }
    do throws(DiagnosticsError) { return try GeneratorSettings(path: path) } catch {
      diagnostics += error.diagnostics
      return GeneratorSettings()
    }
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

  /// Two descriptors have nothing to do with one another until both are files, so all cores work on them.
  private mutating func generate(_ references: [String], _ settings: GeneratorSettings, console: Console) {
    let inputs = DescriptorInputs(references)
    diagnostics += inputs.findings
    let work = DescriptorWork(loader: loader, templates: templates, settings: settings)
    var owners = OutputOwners()
    for (input, result) in zip(inputs.inputs, work.results(of: inputs.inputs, console: console)) {
      sources.append(result.descriptor?.file ?? input.reference)
      diagnostics += result.diagnostics
      guard let file = result.file, let descriptor = result.descriptor else { continue }
      if let conflict = owners.claim(file, for: descriptor) { diagnostics.append(conflict) } else { files.append(file) }
    }
    if settings.warningsAreErrors { refuseWarnings() }
  }

  private mutating func refuseWarnings() {
    diagnostics = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.severity = .error
      return diagnostic
    }
  }

  /// The text of a file by the name that findings give it.
  func text(of file: String) -> String? {
    templates.text(displayName: file) ?? loader.text(ofFile: file)
  }
}

/// Which descriptor makes which file: two descriptors of one type would overwrite each other.
private struct OutputOwners {
  private var owners: [String: LoadedDescriptor] = [:]

  /// What is wrong with that, if anything is.
  mutating func claim(_ file: GeneratedFile, for descriptor: LoadedDescriptor) -> Diagnostic? {
    // A case-insensitive file system takes `Acme.swift` and `ACME.swift` for one file.
    guard let owner = owners.updateValue(descriptor, forKey: file.path.lowercased()) else { return nil }
    let message = "\(owner.fileName) becomes \(file.path) already; state another name with 'swift.type'"
    return Diagnostic(.nameConflict, message, at: descriptor.location(of: ["swift", "type"]))
  }
}
