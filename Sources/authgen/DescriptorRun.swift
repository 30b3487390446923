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
    var catalog = Catalog.builtIn
    for folder in folders {
      do throws(DiagnosticsError) { catalog = try catalog.adding(pack: folder) } catch {
        diagnostics += error.diagnostics
      }
    }
    if !folders.isEmpty { loader = DescriptorLoader(catalog: catalog) }
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
      sources.append(result.claim?.file ?? input.reference)
      diagnostics += result.diagnostics
      guard let file = result.files.first, let claim = result.claim else { continue }
      if let descriptor = result.descriptor { descriptors.append(descriptor) }
      if let conflict = owners.add(claim, of: file) {
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
