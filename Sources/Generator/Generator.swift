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
  private let renderer: TemplateRenderer
  private let fileCheck: RenderedFileCheck
  private let access: AccessLevel

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - templates: What generated files look like.
  ///   - access: Who can see generated declarations.
  public init(templates: TemplateSet = .builtIn, access: AccessLevel = .public) {
    renderer = TemplateRenderer(templates: templates)
    fileCheck = RenderedFileCheck()
    self.access = access
  }

  /// The file of one provider and its variants, named after its type. The same descriptor makes the same bytes.
  ///
  /// - Throws: What in the descriptor cannot be said in Swift, or what is wrong with the template.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let descriptors = [descriptor] + descriptor.variants
    var clients: [ClientModel] = []
    for descriptor in descriptors { clients.append(try ClientModelBuilder.model(of: descriptor, access: access)) }
    try refuseRepetitions(of: clients, in: descriptors)
    var text = SwiftText(descriptor)
    let model = FileModel(
      source: text.inline(descriptor.fileName, "id"),
      needsFoundation: descriptors.contains(where: \.descriptor.needsFoundation), clients: clients)
    let contents = try renderer.render(TemplateSet.client, model)
    let path = clients[0].type + ".swift"
    try fileCheck.check(
      contents, template: TemplateSet.client, path: path, expected: ExpectedDeclarations.of(model))
    return GeneratedFile(path: path, contents: contents)
  }

  private func refuseRepetitions(
    of clients: [ClientModel], in descriptors: [LoadedDescriptor]
  ) throws(DiagnosticsError) {
    var seen: Set<String> = []
    for (client, descriptor) in zip(clients, descriptors) where !seen.insert(client.type).inserted {
      let message = "two variants become the type '\(client.type)'; state another name with 'swift.type'"
      throw DiagnosticsError([Diagnostic(.nameConflict, message, at: descriptor.location(of: ["id"]))])
    }
  }
}
