import AuthDescriptor
import AuthGenerator
import Foundation

/// Generates files from the descriptors that a command line names:
///
///     paths and IDs → [DescriptorInput] → [DescriptorOutput] → GenerationResult
///
/// A descriptor with an error doesn't stop the others, so that one run reports every error.
struct GenerationPipeline {
  private var loader: DescriptorLoader
  private var product: GenerationProduct
  private var warningsAreErrors = false
  /// The problems with the packs, the settings, and the templates.
  private var findings: [Diagnostic] = []

  init(_ product: GenerationProduct, loader: DescriptorLoader = DescriptorLoader()) {
    self.product = product
    self.loader = loader
  }

  /// Reads the packs, the settings, and the templates that the options name.
  ///
  /// - Parameter readFile: Reads a descriptor, or a file that a descriptor refers to.
  init(
    _ options: DescriptorOptions, readFile: @escaping @Sendable (String) -> Data? = DescriptorLoader.contents,
    product: (GeneratorSettings) -> GenerationProduct
  ) {
    var findings: [Diagnostic] = []
    let settings = options.settings.flatMap { path in
      findings.collect { () throws(DiagnosticsError) in try GeneratorSettings(path: path) }
    }
    let catalog = Self.catalog(with: options.packs, &findings)
    self.init(
      product(settings ?? GeneratorSettings()), loader: DescriptorLoader(catalog: catalog, readFile: readFile))
    self.findings = findings
    warningsAreErrors = settings?.warningsAreErrors ?? false
    if let folder = options.templates { readTemplates(folder) }
  }

  /// Reads the packs for a command that generates nothing.
  init(packs: [String]) {
    var findings: [Diagnostic] = []
    let catalog = Self.catalog(with: packs, &findings)
    self.init(.clients(.builtIn, GeneratorSettings()), loader: DescriptorLoader(catalog: catalog))
    self.findings = findings
  }

  /// Returns the built-in catalog with the packs.
  private static func catalog(with packs: [String], _ findings: inout [Diagnostic]) -> Catalog {
    packs.reduce(Catalog.builtIn) { catalog, folder in
      findings.collect { () throws(DiagnosticsError) in try catalog.adding(pack: folder) } ?? catalog
    }
  }

  /// Replaces built-in templates with those of a folder.
  mutating func readTemplates(_ folder: String) {
    let builtIn = product.templates
    let read = findings.collect { () throws(DiagnosticsError) in
      try TemplateFolder(path: folder, builtIn: builtIn).read()
    }
    guard let read else { return }
    product = product.with(read.templates)
    findings += read.warnings + product.findings
  }

  // MARK: - The steps

  func run(_ references: [String], console: Console) -> GenerationResult {
    run(DescriptorInput.find(references), console: console)
  }

  func run(_ found: DescriptorInput.SearchResult, console: Console) -> GenerationResult {
    let progress = Progress(total: found.inputs.count, console: console)
    var pipeline = self
    let locks = pipeline.readLocks(nextTo: found.inputs)
    let outputs = pipeline.outputs(of: found.inputs, locks, progress: progress)
    return pipeline.result(of: found, outputs)
  }

  /// Loads the descriptors for a command that generates nothing.
  func load(_ references: [String]) -> (descriptors: [LoadedDescriptor], diagnostics: [Diagnostic]) {
    let found = DescriptorInput.find(references)
    var diagnostics = findings + found.findings
    let descriptors = found.inputs.compactMap { input in
      diagnostics.collect { () throws(DiagnosticsError) in try input.load(with: loader) } ?? nil
    }
    return (descriptors, diagnostics)
  }

  /// Reads the locks next to the descriptors, by folder.
  private mutating func readLocks(nextTo inputs: [DescriptorInput]) -> [String: DescriptorLock] {
    guard case .clients = product else { return [:] }
    let folders = Set(inputs.filter(\.isFile).map(\.folder)).sorted()
    let locks = folders.compactMap { folder in
      findings.collect { () throws(DiagnosticsError) in try DescriptorLock(inFolder: folder) }?.map { (folder, $0) }
    }
    return Dictionary(uniqueKeysWithValues: locks)
  }

  /// Loads each descriptor and generates its files. Descriptors don't depend on each other, so all cores work on them.
  private func outputs(
    of inputs: [DescriptorInput], _ locks: [String: DescriptorLock], progress: Progress
  ) -> [DescriptorOutput] {
    ParallelWork.map(inputs, progress: progress) { [product, loader] in
      // A generator must stay in one task.
      let make = product.makeRenderer(loader)
      return { input in
        DescriptorOutput(
          of: input, loader: loader, lock: input.isFile ? locks[input.folder] : nil,
          keepsDescriptor: product.needsAllDescriptors, make: make)
      }
    }
  }

  /// Joins the outputs, adds the files that all descriptors share, and rejects files and types with the same name.
  private func result(of found: DescriptorInput.SearchResult, _ outputs: [DescriptorOutput]) -> GenerationResult {
    var result = GenerationResult(diagnostics: findings + found.findings, text: text)
    var owners = OutputOwners()
    var descriptors: [LoadedDescriptor] = []
    for (input, output) in zip(found.inputs, outputs) {
      result.sources.append(output.claim?.file ?? input.reference)
      result.diagnostics += output.diagnostics
      guard let file = output.files.first, let claim = output.claim else { continue }
      if let descriptor = output.descriptor { descriptors.append(descriptor) }
      if let conflict = owners.add(claim, of: file) {
        result.diagnostics.append(conflict)
      } else {
        result.files += output.files
      }
    }
    let shared = result.diagnostics.collect { () throws(DiagnosticsError) in
      try product.common(to: descriptors)
    }
    result.files += shared ?? []
    if warningsAreErrors { result.diagnostics = result.diagnostics.map(\.asError) }
    return result
  }

  /// The text of a file by the name that diagnostics use.
  private func text(of file: String) -> String? {
    product.templates.text(displayName: file) ?? loader.excerptText(ofFile: file)
  }
}

/// The output of one descriptor.
struct DescriptorOutput: Sendable {
  /// `nil` for a family or after an error.
  var claim: OutputClaim?
  /// Kept only if the product needs all descriptors at once, because thousands of them take a gigabyte.
  var descriptor: LoadedDescriptor?
  var files: [GeneratedFile] = []
  var diagnostics: [Diagnostic] = []

  fileprivate init(
    of input: DescriptorInput, loader: DescriptorLoader, lock: DescriptorLock?, keepsDescriptor: Bool,
    make: GenerationProduct.Renderer
  ) {
    do throws(DiagnosticsError) {
      guard let loaded = try input.load(with: loader) else { return }
      claim = OutputClaim(loaded)
      descriptor = keepsDescriptor ? loaded : nil
      diagnostics = loaded.warnings + (lock?.findings(about: loaded) ?? [])
      files = try make(loaded)
    } catch {
      diagnostics += error.diagnostics
    }
  }
}

/// The result of a run for all descriptors.
struct GenerationResult {
  /// The files of the descriptors without errors.
  var files: [GeneratedFile] = []
  /// All descriptors that were read, including families.
  var sources: [String] = []
  var diagnostics: [Diagnostic]
  /// Returns the text of a file by the name that diagnostics use.
  let text: (String) -> String?

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// Runs a step and appends its errors.
  ///
  /// - Returns: The step's value, or `nil` after an error.
  fileprivate mutating func collect<Value>(_ step: () throws(DiagnosticsError) -> Value) -> Value? {
    do throws(DiagnosticsError) { return try step() } catch {
      self += error.diagnostics
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate var asError: Diagnostic {
    var error = self
    error.severity = .error
    return error
  }
}
