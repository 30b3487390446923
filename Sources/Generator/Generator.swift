import AuthConfiguration
import AuthDescriptor

/// Turns descriptors into Swift files: builds a model, renders it, and checks the result.
///
/// ```swift
/// let generator = Generator()
/// let file = try generator.file(for: DescriptorLoader().load("auth0"))
/// ```
///
/// A generator must stay in one task. It caches its lexed templates, so use one generator for all providers of a run.
public struct Generator {
  private let templates: TemplateSet
  private let access: AccessLevel?
  private let comments: [String]
  private let renderer: TemplateRenderer
  private let fileCheck = RenderedFileCheck()

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - templates: The templates of generated files.
  ///   - settings: The settings that all files share. By default, declarations generated from a descriptor next to an app's
  ///     code (`<name>.auth.yaml`) are internal, and all others are public.
  public init(templates: TemplateSet = .builtIn, settings: GeneratorSettings = GeneratorSettings()) {
    self.templates = templates
    access = settings.access
    comments = settings.comments
    renderer = TemplateRenderer(templates: templates)
  }

  /// Generates the file of one provider and its variants. Its name is that of the provider's type. For a descriptor next to an
  /// app's code, it's that of the descriptor: `Login.auth.yaml` generates `Login.swift`. The same descriptor always generates
  /// the same bytes.
  ///
  /// - Throws: Findings about strings of the descriptor that can't be converted to Swift, two variants with the same
  ///   type name, errors in the template or in the rendered Swift, or an invalid file name.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let descriptors = [descriptor] + descriptor.variants
    try rejectRepetitions(in: descriptors)
    let (model, text) = try rendered(descriptors)
    let path = (descriptor.isOfApp ? descriptor.fileStem : descriptor.descriptor.swiftType) + ".swift"
    try fileCheck.check(text, path: path) { line in
      TemplateTrace(templates: templates).template(ofLine: line, model)
    }
    let file = GeneratedFile(path: path, contents: commented(text.contents), source: descriptor.file)
    try OutputName.check([file], of: descriptor)
    return file
  }

  /// Renders the file of a provider and its variants. Their strings have marks in the model, and places in the text.
  func rendered(
    _ descriptors: [LoadedDescriptor]
  ) throws(DiagnosticsError) -> (model: FileModel, text: MarkedText) {
    let model = try StringMarks.using { () throws(DiagnosticsError) in try self.model(of: descriptors) }
    return (model, MarkedText(try renderer.render(TemplateSet.client, model)))
  }

  private func model(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> FileModel {
    let access = access ?? (descriptors[0].isOfApp ? .internal : .public)
    var clients: [ClientModel] = []
    for descriptor in descriptors { clients.append(try ClientModelBuilder.model(of: descriptor, access: access)) }
    var text = SwiftText(descriptors[0])
    let source = text.plain(descriptors[0].fileName, "id")
    guard text.findings.isEmpty else { throw DiagnosticsError(text.findings) }
    return FileModel(
      source: source, access: access.prefix,
      needsFoundation: descriptors.contains(where: \.descriptor.needsFoundation),
      runtimeVersion: PackageVersion.runtimeVersion, clients: clients)
  }

  /// Inserts the settings' comments after the first line. The first line is how authgen recognizes its files.
  private func commented(_ contents: String) -> String {
    guard !comments.isEmpty, let end = contents.firstIndex(of: "\n") else { return contents }
    return contents[..<end] + comments.map { "\n// \($0)" }.joined() + contents[end...]
  }

  private func rejectRepetitions(in descriptors: [LoadedDescriptor]) throws(DiagnosticsError) {
    var seen: Set<String> = []
    for descriptor in descriptors where !seen.insert(descriptor.descriptor.swiftType).inserted {
      let type = descriptor.descriptor.swiftType
      let message = "two variants have the type name '\(type)'; set 'swift.type' in one of them"
      throw DiagnosticsError([Diagnostic(.names.nameConflict, message, at: descriptor.location(of: ["id"]))])
    }
  }
}
