import AuthDescriptor

/// Turns descriptors into Swift files: model, rendering, check.
///
/// ```swift
/// let generator = Generator()
/// let file = try generator.file(for: DescriptorLoader().load("auth0"))
/// ```
///
/// A generator belongs to one task; it keeps its templates in lexed form, so use one for all providers of a run.
public struct Generator {
  private let templates: TemplateSet
  private let access: AccessLevel?
  private let comments: [String]
  private let renderer: TemplateRenderer
  private let fileCheck = RenderedFileCheck()

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - templates: What generated files look like.
  ///   - settings: What all files have in common. Unless it says who may use the declarations, those of a descriptor
  ///     beside an app's code (`<name>.auth.yaml`) are for its module alone, others for everybody.
  public init(templates: TemplateSet = .builtIn, settings: GeneratorSettings = GeneratorSettings()) {
    self.templates = templates
    access = settings.access
    comments = settings.comments
    renderer = TemplateRenderer(templates: templates)
  }

  /// The file of one provider and its variants, named after its type, or after the descriptor if that stands beside an app's
  /// code: `Login.auth.yaml` makes `Login.swift`. The same descriptor makes the same bytes.
  ///
  /// - Throws: What in the descriptor cannot be said in Swift, or what is wrong with the template.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let descriptors = [descriptor] + descriptor.variants
    let model = try model(of: descriptors)
    try rejectRepetitions(of: model.clients, in: descriptors)
    let contents = try renderer.render(TemplateSet.client, model)
    let path = (descriptor.isOfApp ? descriptor.fileStem : model.clients[0].type) + ".swift"
    let inert = try inertContents(of: descriptors)
    try fileCheck.check(contents, path: path, expected: inert) { line in
      TemplateTrace(templates: templates).template(ofLine: line, model)
    }
    let file = GeneratedFile(path: path, contents: commented(contents), source: descriptor.file)
    try OutputName.check([file], of: descriptor)
    return file
  }

  /// The file with inert texts: everything that isn't text.
  func inertContents(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> String {
    try InertText.using { () throws(DiagnosticsError) in
      try renderer.render(TemplateSet.client, model(of: descriptors))
    }
  }

  private func model(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> FileModel {
    let access = access ?? (descriptors[0].isOfApp ? .internal : .public)
    var clients: [ClientModel] = []
    for descriptor in descriptors { clients.append(try ClientModelBuilder.model(of: descriptor, access: access)) }
    var text = SwiftText(descriptors[0])
    return FileModel(
      source: text.plain(descriptors[0].fileName, "id"), access: access.prefix,
      needsFoundation: descriptors.contains(where: \.descriptor.needsFoundation), clients: clients)
  }

  /// The settings' comments behind the first line, by which authgen knows its files.
  private func commented(_ contents: String) -> String {
    guard !comments.isEmpty, let end = contents.firstIndex(of: "\n") else { return contents }
    return contents[..<end] + comments.map { "\n// \($0)" }.joined() + contents[end...]
  }

  private func rejectRepetitions(
    of clients: [ClientModel], in descriptors: [LoadedDescriptor]
  ) throws(DiagnosticsError) {
    var seen: Set<String> = []
    for (client, descriptor) in zip(clients, descriptors) where !seen.insert(client.type).inserted {
      let message = "two variants become the type '\(client.type)'; state another name with 'swift.type'"
      throw DiagnosticsError([Diagnostic(.names.nameConflict, message, at: descriptor.location(of: ["id"]))])
    }
  }
}
