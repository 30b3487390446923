import AuthDescriptor
import AuthGenerator

/// Loads, checks and generates several descriptors, and goes on after one that is wrong, so that one run tells
/// everything.
struct DescriptorRun {
  private(set) var loader = DescriptorLoader()
  private(set) var templates = TemplateSet.builtIn
  private(set) var diagnostics: [Diagnostic] = []
  /// The files of each descriptor that is right.
  private(set) var files: [GeneratedFile] = []
  /// All descriptors that were read, families included.
  private(set) var sources: [String] = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  init(_ options: DescriptorOptions, access: AccessLevel? = nil, console: Console) {
    self.init(options, over: .builtIn, console: console) { templates, settings in
      var settings = settings
      settings.access = access ?? settings.access
      return .clients(templates, settings)
    }
  }

  /// Makes tutorials.
  init(_ options: DescriptorOptions, package: NewPackage.Origin, console: Console) {
    self.init(options, over: .tutorials, console: console) { templates, _ in .tutorials(templates, package) }
  }

  private init(
    _ options: DescriptorOptions, over builtIn: TemplateSet, console: Console,
    product: (TemplateSet, GeneratorSettings) -> DescriptorProduct
  ) {
    readPacks(options.packs)
    templates = builtIn
    readTemplates(options.templates)
    let settings = readSettings(options.settings)
    make(product(templates, settings), of: options.inputs, console: console)
    if settings.warningsAreErrors { refuseWarnings() }
  }

  /// - Parameters:
  ///   - folder: The templates.
  ///   - builtIn: What they are for, with those whose place they take.
  init(references: [String], templates folder: String, over builtIn: DescriptorProduct, console: Console) {
    templates = builtIn.templates
    readTemplates(folder)
    make(builtIn.with(templates), of: references, console: console)
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
      let contents = try TemplateFolder(path: folder, builtIn: templates).read()
      templates = contents.templates
      diagnostics += contents.warnings + templates.findings
    } catch {
      diagnostics += error.diagnostics
    }
  }

  /// Two descriptors have nothing to do with one another until both are files, so all cores work on them.
  private mutating func make(_ product: DescriptorProduct, of references: [String], console: Console) {
    let inputs = DescriptorInputs(references)
    diagnostics += inputs.findings
    let work = DescriptorWork(loader: loader, product: product)
    var owners = OutputOwners()
    var descriptors: [LoadedDescriptor] = []
    for (input, result) in zip(inputs.inputs, work.results(of: inputs.inputs, console: console)) {
      sources.append(result.descriptor?.file ?? input.reference)
      diagnostics += result.diagnostics
      guard let file = result.files.first, let descriptor = result.descriptor else { continue }
      descriptors.append(descriptor)
      if let conflict = owners.claim(file, for: descriptor) {
        diagnostics.append(conflict)
      } else {
        files += result.files
      }
    }
    do throws(DiagnosticsError) { files += try product.common(to: descriptors) } catch {
      diagnostics += error.diagnostics
    }
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
    templates.text(displayName: file) ?? loader.excerptText(ofFile: file)
  }
}

/// Which descriptor makes which file and declares which types: two files of one name would overwrite each other, and two
/// types of one name would not compile.
private struct OutputOwners {
  private var owners: [String: LoadedDescriptor] = [:]
  private var typeOwners: [String: LoadedDescriptor] = [:]

  /// What is wrong with that, if anything is.
  mutating func claim(_ file: GeneratedFile, for descriptor: LoadedDescriptor) -> Diagnostic? {
    // A case-insensitive file system takes `Acme.swift` and `ACME.swift` for one file.
    if let owner = owners.updateValue(descriptor, forKey: file.path.lowercased()) {
      let message = "\(owner.fileName) becomes \(file.path) already; state another name with 'swift.type'"
      return Diagnostic(.nameConflict, message, at: place(of: descriptor, in: descriptor))
    }
    for face in [descriptor] + descriptor.variants {
      let type = face.descriptor.swiftType
      guard let owner = typeOwners.updateValue(descriptor, forKey: type) else { continue }
      let message = "\(owner.fileName) declares \(type) already; state another name with 'swift.type'"
      return Diagnostic(.nameConflict, message, at: place(of: face, in: descriptor))
    }
    return nil
  }

  /// Where the type is stated, or the file's beginning if that is in a file of the catalogue.
  private func place(of face: LoadedDescriptor, in descriptor: LoadedDescriptor) -> SourceLocation {
    let place = face.location(of: ["swift", "type"])
    return place.file.hasPrefix(SourceLocation.builtInPrefix) ? SourceLocation(file: descriptor.file) : place
  }
}
