import AuthDescriptor
import AuthGenerator
import AuthTutorials

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
    self.init(options, console: console) { settings in
      var settings = settings
      settings.access = access ?? settings.access
      return .clients(.builtIn, settings)
    }
  }

  /// Makes documentation.
  init(_ options: DescriptorOptions, parts: DocumentationParts, console: Console) {
    self.init(options, console: console) { _ in .documentation(.tutorials, parts) }
  }

  private init(
    _ options: DescriptorOptions, console: Console, product: (GeneratorSettings) -> DescriptorProduct
  ) {
    readPacks(options.packs)
    let settings = readSettings(options.settings)
    let product = readTemplates(options.templates, over: product(settings))
    make(product, of: options.inputs, console: console)
    if settings.warningsAreErrors { refuseWarnings() }
  }

  /// - Parameters:
  ///   - folder: The templates.
  ///   - builtIn: What they are for, with those whose place they take.
  init(references: [String], templates folder: String, over builtIn: DescriptorProduct, console: Console) {
    make(readTemplates(folder, over: builtIn), of: references, console: console)
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

  /// The product with the templates of a folder, if there is one.
  private mutating func readTemplates(_ folder: String?, over product: DescriptorProduct) -> DescriptorProduct {
    templates = product.templates
    guard let folder else { return product }
    do throws(DiagnosticsError) {
      let contents = try TemplateFolder(path: folder, builtIn: templates).read()
      templates = contents.templates
      diagnostics += contents.warnings + product.with(templates).findings
    } catch {
      diagnostics += error.diagnostics
    }
    return product.with(templates)
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
