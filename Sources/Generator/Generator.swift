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
  private let access: AccessLevel
  private let renderer: TemplateRenderer
  private let fileCheck = RenderedFileCheck()

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - templates: What generated files look like.
  ///   - access: Who may use the generated declarations.
  public init(templates: TemplateSet = .builtIn, access: AccessLevel = .public) {
    self.templates = templates
    self.access = access
    renderer = TemplateRenderer(templates: templates)
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
      source: text.plain(descriptor.fileName, "id"),
      needsFoundation: descriptors.contains(where: \.descriptor.needsFoundation), clients: clients)
    let contents = try renderer.render(TemplateSet.client, model)
    let path = clients[0].type + ".swift"
    // Templates of one's own may declare what they like; they only have to make Swift.
    let expected = templates.isBuiltIn ? ExpectedDeclarations.of(model) : nil
    try fileCheck.check(contents, path: path, expected: expected) { line in
      TemplateTrace(templates: templates).template(ofLine: line, model)
    }
    return GeneratedFile(path: path, contents: contents, source: descriptor.file)
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
